import { asc, eq } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { countSubmission } from '#base/writes/submissions'
import type { Services } from '#base/services'
import { emailKey } from '#base/text/email'
import type { SignUp, Subscriber } from './contract'
import { waitlistSubscribers } from './table'

/** In the order in which they joined. */
export async function listSubscribers(db: Database): Promise<Subscriber[]> {
  const { id, email, submittedAt, spam } = waitlistSubscribers
  return db.select({ id, email, submittedAt }).from(waitlistSubscribers).where(eq(spam, false)).orderBy(asc(id))
}

/**
 * The new row; null when joining twice changed nothing, and for spam: a filled honeypot is kept apart. No visitor is
 * told which it was. Throws 429.
 */
export async function joinWaitlist(
  { config, db }: Pick<Services, 'config' | 'db'>,
  { email, website }: SignUp,
  address: string,
): Promise<{ id: number } | null> {
  await countSubmission({ config, db }, address)
  const spam = Boolean(website)
  const [row] = await db
    .insert(waitlistSubscribers)
    .values({ email, spam, emailKey: spam ? null : emailKey(email) })
    .onConflictDoNothing()
    .returning({ id: waitlistSubscribers.id })
  return spam || !row ? null : row
}
