import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { randomToken, tokenHash } from '#auth/sessions/tokens'
import { href } from '#i18n/addresses/href'
import { unsubscribePath } from '#i18n/addresses/token-paths'
import type { Language } from '#i18n/language'
import { onSiteClock } from '#i18n/site-zone'
import type { Database } from '#platform/db/database'
import { emitChanges } from '#platform/events/changes'
import type { Transaction } from '#platform/events/events'
import { leaveHeaders, nameOf } from './confirmation-mail'
import { waitlistLinks, waitlistSubscribers } from './table'

const { id, email, state, news, language, submittedAt, spam } = waitlistSubscribers

/** `confirmed`: those who asked for news; `waitlist`: those with a place on the waitlist who did not. */
type ReaderState = 'confirmed' | 'waitlist'
type Segment = { joinedFrom: string | null; joinedUntil: string | null; state: ReaderState }

const wantsNewsletters = (wanted: ReaderState) => and(eq(state, 'confirmed'), eq(news, wanted === 'confirmed'))

/** Selects the `id` and the `language` of newsletter readers, all of them or those of a language, of a segment. */
export const selectReaders = (audience: Language | 'all', { joinedFrom, joinedUntil, state: of }: Segment): SQL => {
  const wanted = and(
    wantsNewsletters(of),
    eq(spam, false),
    audience === 'all' ? undefined : eq(language, audience),
    joinedFrom === null ? undefined : gte(submittedAt, startOfDay(joinedFrom)),
    joinedUntil === null ? undefined : lt(submittedAt, startOfDay(joinedUntil, 1)),
  )
  return sql`select ${id}, ${language} from ${waitlistSubscribers} where ${wanted}`
}

/** When a day begins on the site's clock, or one so many days later. */
function startOfDay(day: string, later = 0): string {
  const wanted = Date.parse(`${day}T00:00:00Z`) + later * 24 * 3_600_000
  const aheadAt = (at: number) => onSiteClock(new Date(at).toISOString()).getTime() - at
  // Summer time may begin or end between the two.
  return new Date(wanted - aheadAt(wanted - aheadAt(wanted))).toISOString()
}

/**
 * Those of `ids` that are still readers, each with an unsubscribe link of their own; `source` names the newsletter.
 * Locks their rows, so that nobody unsubscribes before the end of the transaction.
 */
export async function addressReaders(
  tx: Database,
  siteUrl: string,
  { ids, source, state: wanted }: { ids: readonly number[]; source: string; state: ReaderState },
) {
  const rows = await tx
    .select({ id, email, language })
    .from(waitlistSubscribers)
    .where(and(inArray(id, [...ids]), wantsNewsletters(wanted)))
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
