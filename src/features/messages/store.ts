import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { notFound } from '#base/http-error'
import { countSubmission } from '#base/writes/submissions'
import { ownerSettings } from '#base/owner/table'
import type { Services } from '#base/services'
import type { Message, MessageInput, MessageState } from './contract'
import { contactMessages } from './table'

const { spam } = contactMessages
const columns = {
  id: contactMessages.id,
  name: contactMessages.name,
  email: contactMessages.email,
  subject: contactMessages.subject,
  message: contactMessages.message,
  submittedAt: contactMessages.submittedAt,
  read: contactMessages.read,
}

/** Newest first. */
export async function listMessages(db: Database): Promise<Message[]> {
  return db.select(columns).from(contactMessages).where(eq(spam, false)).orderBy(desc(contactMessages.id))
}

/** A filled honeypot is kept apart as spam, and nobody is told: null. Throws 429. */
export async function sendMessage(
  { config, db }: Pick<Services, 'config' | 'db'>,
  { website, ...draft }: MessageInput,
  address: string,
): Promise<{ id: number } | null> {
  await countSubmission({ config, db }, address)
  const [row] = await db
    .insert(contactMessages)
    .values({ ...draft, spam: Boolean(website) })
    .returning({ id: contactMessages.id })
  return website || !row ? null : row
}

export async function markMessage(tx: Database, id: number, { read }: MessageState): Promise<Message> {
  const [row] = await tx
    .update(contactMessages)
    .set({ read })
    .where(and(eq(contactMessages.id, id), eq(spam, false)))
    .returning(columns)
  if (!row) throw notFound('message')
  return row
}

/** Those that are older than the owner wants to keep. */
export async function sweepMessages(tx: Database): Promise<void> {
  const [kept] = await tx.select({ days: ownerSettings.messagesKeptDays }).from(ownerSettings)
  if (!kept?.days) return
  await tx
    .delete(contactMessages)
    .where(lt(contactMessages.submittedAt, sql`now() - make_interval(days => ${kept.days})`))
}
