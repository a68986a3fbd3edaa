import { and, eq, ne, or, sql, gte, inArray, lt, type SQL } from 'drizzle-orm'
import type { Transaction } from '#platform/events/events'
import { tokenHash, randomToken } from '#auth/sessions/tokens'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { HttpError, notFound } from '#contract/http-error'
import { withdraw } from '#platform/mail/outbox'
import { readSignUp } from '#platform/owner/settings'
import { type FindPictures, mailWelcome, nameOf, leaveHeaders } from './mails'
import { waitlistLinks, waitlistSubscribers } from './table'
import { href } from '#i18n/addresses/href'
import { unsubscribePath } from '#i18n/addresses/token-paths'
import type { Language } from '#i18n/language'
import { onSiteClock } from '#i18n/site-zone'
import { changesTo, emitChanges } from '#platform/events/changes'

/** A confirmation link. Throws 404 for an unknown token, 410 after a week. */
export async function findConfirmation(db: Database, token: string) {
  const { isOver, ...link } = await findLink(db, token, 'confirm')
  if (isOver) throw new HttpError(410, 'errors.confirmationOver')
  return link
}

/** An unsubscribe link. Throws 404 for an unknown token. */
export const findLeave = (db: Database, token: string) => findLink(db, token, 'unsubscribe')

/** The subscriber changed by a link; `source` is the newsletter that contains the link. */
export type Pressed = { id: number; source: string | null }

/**
 * Confirms a subscriber; resolves to null when nothing has changed. The link's `news` applies, except that it does not
 * revoke a consent already confirmed; the page of a site with a newsletter alone asks for that. Throws as
 * `findConfirmation`.
 */
export async function confirm(
  tx: Transaction,
  welcoming: { config: Config; findPictures: FindPictures },
  token: string,
): Promise<Pressed | null> {
  const { subscriberId, language, news: ticked } = await findConfirmation(tx, token)
  const news = ticked || (await readSignUp(tx)) === 'news'
  const [changed] = await tx
    .update(waitlistSubscribers)
    .set({
      state: 'confirmed',
      confirmedAt: sql`now()`,
      news: sql`${news} or (${waitlistSubscribers.state} = 'confirmed' and ${waitlistSubscribers.news})`,
      language,
    })
    .where(
      and(
        eq(waitlistSubscribers.id, subscriberId),
        or(ne(waitlistSubscribers.state, 'confirmed'), and(sql`${news}`, eq(waitlistSubscribers.news, false))),
      ),
    )
    .returning({ id: waitlistSubscribers.id })
  if (!changed) return null
  await mailWelcome(tx, welcoming, subscriberId)
  return { ...changed, source: null }
}

/** Unsubscribes, and deletes pending mails to the person. Throws like `findLeave`. */
export async function unsubscribe(tx: Transaction, token: string): Promise<Pressed | null> {
  const { subscriberId, source } = await findLeave(tx, token)
  await withdraw(tx, nameOf(subscriberId))
  const [changed] = await tx
    .update(waitlistSubscribers)
    .set({ state: 'unsubscribed', unsubscribedAt: sql`now()`, news: false })
    .where(and(eq(waitlistSubscribers.id, subscriberId), ne(waitlistSubscribers.state, 'unsubscribed')))
    .returning({ id: waitlistSubscribers.id })
  return changed ? { ...changed, source } : null
}

async function findLink(db: Database, token: string, purpose: 'confirm' | 'unsubscribe') {
  const { subscriberId, language, news, source, createdAt } = waitlistLinks
  const [link] = await db
    .select({ subscriberId, language, news, source, isOver: sql<boolean>`${createdAt} <= now() - interval '7 days'` })
    .from(waitlistLinks)
    .where(and(eq(waitlistLinks.tokenHash, tokenHash(token)), eq(waitlistLinks.purpose, purpose)))
  if (!link) throw notFound('link')
  return link
}

const wantsNewsletters = (wanted: ReaderState) =>
  and(eq(waitlistSubscribers.state, 'confirmed'), eq(waitlistSubscribers.news, wanted === 'confirmed'))

/** `confirmed`: those who asked for news; `waitlist`: those with a place on the waitlist who did not. */
type ReaderState = 'confirmed' | 'waitlist'
type Segment = { joinedFrom: string | null; joinedUntil: string | null; state: ReaderState }

/** Selects the `id` and the `language` of newsletter readers, all of them or those of a language, of a segment. */
export const selectReaders = (audience: Language | 'all', { joinedFrom, joinedUntil, state: of }: Segment): SQL => {
  const wanted = and(
    wantsNewsletters(of),
    eq(waitlistSubscribers.spam, false),
    audience === 'all' ? undefined : eq(waitlistSubscribers.language, audience),
    joinedFrom === null ? undefined : gte(waitlistSubscribers.submittedAt, startOfDay(joinedFrom)),
    joinedUntil === null ? undefined : lt(waitlistSubscribers.submittedAt, startOfDay(joinedUntil, 1)),
  )
  return sql`select ${waitlistSubscribers.id}, ${waitlistSubscribers.language} from ${waitlistSubscribers} where ${wanted}`
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
    .select({ id: waitlistSubscribers.id, email: waitlistSubscribers.email, language: waitlistSubscribers.language })
    .from(waitlistSubscribers)
    .where(and(inArray(waitlistSubscribers.id, [...ids]), wantsNewsletters(wanted)))
    .orderBy(waitlistSubscribers.id)
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
    .where(and(inArray(waitlistSubscribers.id, [...ids]), eq(waitlistSubscribers.state, 'confirmed')))
    .returning({ id: waitlistSubscribers.id })
  emitChanges(tx, changesTo('subscriber', 'updated', rows))
}
