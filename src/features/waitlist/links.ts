import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/events/events'
import { tokenHash } from '#auth/sessions/tokens'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { HttpError, notFound } from '#contract/http-error'
import { withdraw } from '#platform/mail/outbox'
import { readSignUp } from '#platform/owner/settings'
import { type FindPictures, mailWelcome } from './welcome'
import { nameOf } from './confirmation-mail'
import { waitlistLinks, waitlistSubscribers } from './table'

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
  const { id, state } = waitlistSubscribers
  const [changed] = await tx
    .update(waitlistSubscribers)
    .set({
      state: 'confirmed',
      confirmedAt: sql`now()`,
      news: sql`${news} or (${state} = 'confirmed' and ${waitlistSubscribers.news})`,
      language,
    })
    .where(
      and(eq(id, subscriberId), or(ne(state, 'confirmed'), and(sql`${news}`, eq(waitlistSubscribers.news, false)))),
    )
    .returning({ id })
  if (!changed) return null
  await mailWelcome(tx, welcoming, subscriberId)
  return { ...changed, source: null }
}

/** Unsubscribes, and deletes pending mails to the person. Throws like `findLeave`. */
export async function unsubscribe(tx: Transaction, token: string): Promise<Pressed | null> {
  const { subscriberId, source } = await findLeave(tx, token)
  const { id, state } = waitlistSubscribers
  await withdraw(tx, nameOf(subscriberId))
  const [changed] = await tx
    .update(waitlistSubscribers)
    .set({ state: 'unsubscribed', unsubscribedAt: sql`now()`, news: false })
    .where(and(eq(id, subscriberId), ne(state, 'unsubscribed')))
    .returning({ id })
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
