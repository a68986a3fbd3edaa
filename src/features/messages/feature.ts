import { namedRecord, type Feature, type FindableRows } from '#platform/feature'
import { sitePaths } from '#i18n/addresses/paths'
import { plainForm } from '#platform/writes/commit'
import { messagesApi, sendForm } from './api'
import { messageInput, spamReason, messageHref } from './contract'
import { sql, eq } from 'drizzle-orm'
import { contactMessages, messageWords, messageReplies } from './table'
import type { Config } from '#platform/config'
import type { Listener, Transaction } from '#platform/events/events'
import { translate } from '#i18n/translate'
import { oneLine, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { readSettings } from '#platform/owner/settings'
import { personalData, countUnread, sweepMessages } from './store'
import { z } from 'zod'
import { languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'

declare module '#platform/events/events' {
  interface Kinds {
    message: true
  }
}

/** The schemas of a message in archives; characters of two units count twice. */
const storedMessage = {
  name: plainText(200),
  email: z.string().refine(isEmail, 'validation.email'),
  subject: plainText(400),
  message: plainText(20_000),
  spamScore: z.int().min(0, 'validation.value').max(100, 'validation.value'),
  spamReasons: z.array(spamReason).max(20, 'validation.tooMany'),
  textHash: storedLine(200).nullable(),
  language: z.enum(languages).nullable(),
}

/** The schemas of a reply in archives. The Message-ID becomes a header of the next one. */
const storedReply = {
  byName: storedLine(256).nullable(),
  body: plainText(80_000),
  mailMessageId: plainText(998).regex(/^<[^<>\s\p{Cc}]+>$/u, 'validation.value'),
}

/** Messages of every folder, by subject, sender and text. */
const findableMessages: FindableRows = {
  kind: 'message',
  rows: sql`select ${contactMessages.id}::text as id, ${contactMessages.subject} as title,
    find_text(${contactMessages.name}, ${contactMessages.email}, ${contactMessages.message}) as text,
    case when ${contactMessages.spam} then 'spam' when ${contactMessages.archived} then 'archive' else 'inbox' end as status,
    ${contactMessages.language} as language, ${contactMessages.submittedAt} as at, ${messageWords(contactMessages)} as words from ${contactMessages}`,
  href: (id) => messageHref(Number(id)),
}

/** Mails the owner about a message, in their language, in the transaction that stores it. */
const notifyOwner: Listener = {
  on: ['message.received'],
  async run(tx, { id }, { config }) {
    if (config.mail) await notify(tx, config, config.mail.to, Number(id))
  },
}

async function notify(tx: Transaction, config: Config, to: readonly string[], id: number): Promise<void> {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id))
  if (!message) return
  const { ownerLanguage: language } = await readSettings(tx, config)
  const [name, subject] = [oneLine(message.name), oneLine(message.subject)]
  const { email } = message
  await post(tx, config, {
    kind: 'message',
    to,
    about: `message:${id}`,
    letter: {
      ...composeMail({
        language,
        ...(await readLetterhead(tx, config)),
        subject: translate(language, 'mail.message.subject', { name, subject }),
        title: subject,
        paragraphs: [translate(language, 'mail.message.from', { name, email })],
        quote: { text: message.message },
        action: {
          label: translate(language, 'mail.message.open'),
          url: (config.siteUrl ?? '') + messageHref(id),
        },
        foot: translate(language, 'mail.message.foot'),
      }),
      replyTo: email,
      // Suppresses out-of-office replies to the visitor.
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  })
}

const minute = 60_000

export const messages: Feature = {
  api: {
    named: { '/api/contact/:id': namedRecord(contactMessages, contactMessages.id, 'message') },
    routes: messagesApi,
    figures: { unread: countUnread },
    forms: [
      plainForm({
        path: sitePaths.contact,
        name: 'contact',
        fields: ['name', 'email', 'subject', 'message'],
        success: () => 'contact.successText',
        body: messageInput,
        isTimed: true,
        submit: sendForm,
      }),
    ],
  },
  content: {
    tables: {
      messages: {
        table: contactMessages,
        row: storedMessage,
        later: ['archived', 'spamScore', 'spamReasons', 'spamSince', 'textHash', 'language'],
      },
      replies: { table: messageReplies, row: storedReply },
    },
  },
  listeners: [notifyOwner],
  jobs: [{ name: 'sweep messages', every: minute, erases: true, runInEach: sweepMessages }],
  privacy: { holds: personalData },
  findable: { rows: [findableMessages] },
}
