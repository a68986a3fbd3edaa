import { asc, eq } from 'drizzle-orm'
import { longDate } from '#i18n/calendar-day'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import { conflict } from '#contract/http-error'
import { type MailLook, oneLine, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { outbox, type MailContent } from '#platform/mail/table'
import { readLetterhead } from '#platform/owner/site'
import { readSettings } from '#platform/owner/settings'
import type { ReplyInput, ThreadEntry } from './contract'
import { contactMessages, messageReplies } from './table'

type Answered = Pick<
  typeof contactMessages.$inferSelect,
  'id' | 'name' | 'email' | 'subject' | 'message' | 'submittedAt' | 'language'
>

/** The replies to a message, oldest first. */
export async function threadOf(db: Database, messageId: number): Promise<ThreadEntry[]> {
  const rows = await db
    .select({ reply: messageReplies, mail: { id: outbox.id, state: outbox.state } })
    .from(messageReplies)
    .leftJoin(outbox, eq(outbox.messageId, messageReplies.mailMessageId))
    .where(eq(messageReplies.messageId, messageId))
    .orderBy(asc(messageReplies.id))
  return rows.map(({ reply, mail }) => toEntry(reply, mail))
}

/**
 * Replies to a message by mail; its row is locked and marked as read. Throws 409 where the site sends no mail.
 */
export async function addReply(
  tx: Transaction,
  config: Config,
  { message, actor, body }: ReplyInput & { message: Answered; actor: Actor },
): Promise<ThreadEntry> {
  if (!config.mail) throw conflict('errors.replyNoMail')
  const before = await tx
    .select({ messageId: messageReplies.mailMessageId })
    .from(messageReplies)
    .where(eq(messageReplies.messageId, message.id))
    .orderBy(asc(messageReplies.id))
  const { ownerLanguage } = await readSettings(tx, config)
  const [mail] = await post(tx, config, {
    kind: 'reply',
    to: [message.email],
    about: `message:${message.id}`,
    letter: {
      ...replyLetter({
        message,
        body,
        language: message.language ?? ownerLanguage,
        ...(await readLetterhead(tx, config)),
      }),
      ...(config.mail.to[0] === undefined ? {} : { replyTo: config.mail.to[0] }),
      headers: threading(before.map(({ messageId }) => messageId)),
    },
  })
  const by = actor.is === 'administrator' ? actor.user : undefined
  const [row] = await tx
    .insert(messageReplies)
    .values({
      messageId: message.id,
      byId: by?.id ?? null,
      byName: by?.username ?? null,
      body,
      mailMessageId: mail!.messageId,
    })
    .returning()
  await tx.update(contactMessages).set({ read: true }).where(eq(contactMessages.id, message.id))
  return toEntry(row!, { id: mail!.id, state: 'waiting' })
}

/** The headers by which mail programs group a thread; of a long one its first and last messages. */
function threading(ids: readonly string[]): Record<string, string> {
  const last = ids.at(-1)
  if (last === undefined) return {}
  const references = ids.length > mostReferences ? [...ids.slice(0, 1), ...ids.slice(1 - mostReferences)] : ids
  return { 'In-Reply-To': last, References: references.join(' ') }
}

const mostReferences = 20

const toEntry = (
  { id, at, byId, byName, body }: typeof messageReplies.$inferSelect,
  mail: ThreadEntry['mail'],
): ThreadEntry => ({
  id,
  at,
  by: byId === null || byName === null ? null : { id: byId, username: byName },
  body,
  mail,
})

type Reply = {
  message: { name: string; subject: string; message: string; submittedAt: string }
  body: string
  language: Language
  site: string
  look?: MailLook
}

/** A mail with the reply, and the quoted message below it. */
function replyLetter({ message, body, language, site, look }: Reply): Pick<MailContent, 'subject' | 'text' | 'html'> {
  const [name, subject] = [oneLine(message.name), oneLine(message.subject)]
  const date = longDate(message.submittedAt, (id, values) => translate(language, id, values))
  return composeMail({
    language,
    site,
    look,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    paragraphs: body.split(/(?:\r\n|\r|\n){2,}/),
    quote: { lead: translate(language, 'mail.reply.wrote', { date, name }), text: message.message },
    foot: translate(language, 'mail.reply.foot', { site }),
  })
}
