import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { randomToken, tokenHash } from '#auth/sessions/tokens'
import { href } from '#i18n/addresses/href'
import { unsubscribePath } from '#i18n/addresses/paths'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { emitChanges } from '#platform/events/changes'
import type { Transaction } from '#platform/events/events'
import { leaveHeaders, nameOf } from './letter'
import { waitlistLinks, waitlistSubscribers } from './table'

const { id, email, state, news, language } = waitlistSubscribers
const wantsLetters = and(eq(state, 'confirmed'), eq(news, true))

/** Selects the `id` and the `language` of newsletter readers, all of them or those of a language. */
export const selectReaders = (audience: Language | 'all'): SQL => {
  const wanted = and(wantsLetters, audience === 'all' ? undefined : eq(language, audience))
  return sql`select ${id}, ${language} from ${waitlistSubscribers} where ${wanted}`
}

/**
 * Those of `ids` that are still readers, each with an unsubscribe link of their own; `source` names the newsletter.
 * Locks their rows, so that nobody unsubscribes before the end of the transaction.
 */
export async function addressReaders(
  tx: Database,
  siteUrl: string,
  { ids, source }: { ids: readonly number[]; source: string },
) {
  const rows = await tx
    .select({ id, email, language })
    .from(waitlistSubscribers)
    .where(and(inArray(id, [...ids]), wantsLetters))
    .orderBy(id)
    .for('update')
  if (rows.length === 0) return []
  const links = rows.map((row) => ({ ...row, token: randomToken() }))
  await tx.insert(waitlistLinks).values(
    links.map((link) => ({
      tokenHash: tokenHash(link.token),
      purpose: 'unsubscribe' as const,
      subscriberId: link.id,
      language: link.language,
      source,
    })),
  )
  return links.map((link) => {
    const leave = siteUrl + href(unsubscribePath, { token: link.token })
    return { id: link.id, about: nameOf(link.id), email: link.email, leave, headers: leaveHeaders(leave) }
  })
}

/** Marks confirmed subscribers whose mailbox does not exist as bounced: they get no more newsletters. */
export async function markBounced(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .update(waitlistSubscribers)
    .set({ state: 'bounced' })
    .where(and(inArray(id, [...ids]), eq(state, 'confirmed')))
    .returning({ id })
  emitChanges(
    tx,
    rows.map((row) => ({ kind: 'subscriber', action: 'updated', id: row.id })),
  )
}
