import { inArray } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import { mayBeEmail } from '#platform/db/may-contain-email'
import type { PersonalData } from '#platform/personal-data'
import { emailKey } from '#text/email'
import { messageWithThread } from './contract'
import { findMessage } from './store'
import { contactMessages, messageReplies } from './table'

const { id, email } = contactMessages

/** A person's messages, in every folder, with the replies. */
export const personalData: PersonalData = {
  name: 'messages',
  kind: 'message',
  shape: messageWithThread,
  async find(db, { key }) {
    const rows = await db.select({ id, email }).from(contactMessages).where(mayBeEmail(email, key))
    return rows.filter((row) => emailKey(row.email) === key).map((row) => row.id)
  },
  async read(db, ids, language) {
    const messages = []
    for (const one of ids.toSorted((a, b) => b - a)) messages.push(await findMessage(db, one, language))
    return messages
  },
  async erase(tx, ids) {
    const replies = await tx
      .delete(messageReplies)
      .where(inArray(messageReplies.messageId, [...ids]))
      .returning({ id: messageReplies.id })
    const rows = await tx
      .delete(contactMessages)
      .where(inArray(id, [...ids]))
      .returning({ id })
    emitChanges(
      tx,
      rows.map((row) => ({ kind: 'message', action: 'deleted', id: row.id })),
    )
    return { messages: rows.length, replies: replies.length }
  },
}
