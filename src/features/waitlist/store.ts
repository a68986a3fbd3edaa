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

/** Joining twice changes nothing, and nobody is told which it was. A filled honeypot is kept apart as spam. Throws 429. */
export async function joinWaitlist({ config, db }: Pick<Services, 'config' | 'db'>, { email, website }: SignUp, address: string): Promise<void> {
  await countSubmission({ config, db }, address)
  const spam = Boolean(website)
  await db.insert(waitlistSubscribers).values({ email, spam, emailKey: spam ? null : emailKey(email) }).onConflictDoNothing()
}
