import { asc, eq } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { outbox } from '#base/mail/table'
import type { ThreadEntry } from './contract'
import { messageReplies } from './table'

/** What was answered to a message, the oldest first. */
export async function threadOf(db: Database, messageId: number): Promise<ThreadEntry[]> {
  const rows = await db
    .select({ reply: messageReplies, mail: { id: outbox.id, state: outbox.state } })
    .from(messageReplies)
    .leftJoin(outbox, eq(outbox.messageId, messageReplies.mailMessageId))
    .where(eq(messageReplies.messageId, messageId))
    .orderBy(asc(messageReplies.id))
  return rows.map(({ reply: { id, at, byId, byName, body }, mail }) => ({
    id,
    at,
    by: byId === null || byName === null ? null : { id: byId, username: byName },
    body,
    mail,
  }))
}
