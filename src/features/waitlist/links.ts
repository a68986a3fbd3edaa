import { and, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/events/events'
import { tokenHash } from '#auth/sessions/tokens'
import type { Database } from '#platform/db/database'
import { HttpError, notFound } from '#contract/http-error'
import { withdraw } from '#platform/mail/outbox'
import { nameOf } from './letter'
import { waitlistLinks, waitlistSubscribers } from './table'

/** A link to confirm with. Throws 404 for a token that no mail holds, 410 after its week. */
export async function findConfirmation(db: Database, token: string) {
  const { isOver, ...link } = await findLink(db, token, 'confirm')
  if (isOver) throw new HttpError(410, 'errors.confirmationOver')
  return link
}

/** A link to leave with. Throws 404 for a token that no mail holds. */
export const findLeave = (db: Database, token: string) => findLink(db, token, 'unsubscribe')

/** Resolves to the subscriber, or to null where nothing has changed by it. Throws as `findConfirmation`. */
export async function confirm(tx: Database, token: string): Promise<{ id: number } | null> {
  const { subscriberId } = await findConfirmation(tx, token)
  return change(tx, subscriberId, { state: 'confirmed', confirmedAt: sql`now()` })
}

/** The same for leaving; what waits to be sent to them is not sent any more. Throws as `findLeave`. */
export async function unsubscribe(tx: Transaction, token: string): Promise<{ id: number } | null> {
  const { subscriberId } = await findLeave(tx, token)
  await withdraw(tx, nameOf(subscriberId))
  return change(tx, subscriberId, { state: 'unsubscribed', unsubscribedAt: sql`now()` })
}

async function findLink(db: Database, token: string, purpose: 'confirm' | 'unsubscribe') {
  const { subscriberId, language, createdAt } = waitlistLinks
  const [link] = await db
    .select({ subscriberId, language, isOver: sql<boolean>`${createdAt} <= now() - interval '7 days'` })
    .from(waitlistLinks)
    .where(and(eq(waitlistLinks.tokenHash, tokenHash(token)), eq(waitlistLinks.purpose, purpose)))
  if (!link) throw notFound('link')
  return link
}

type Change =
  { state: 'confirmed'; confirmedAt: typeof moment } | { state: 'unsubscribed'; unsubscribedAt: typeof moment }
const moment = sql`now()`

async function change(tx: Database, id: number, to: Change): Promise<{ id: number } | null> {
  const [changed] = await tx
    .update(waitlistSubscribers)
    .set(to)
    .where(and(eq(waitlistSubscribers.id, id), ne(waitlistSubscribers.state, to.state)))
    .returning({ id: waitlistSubscribers.id })
  return changed ?? null
}
