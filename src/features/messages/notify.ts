import { eq } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Listener, Transaction } from '#platform/events/events'
import { translate } from '#i18n/translate'
import { oneLine, composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/letterhead'
import { readSettings } from '#platform/owner/settings'
import { messageHref } from './paths'
import { contactMessages } from './table'

/** Mails the owner about a message, in their language, in the transaction that stores it. */
export const notifyOwner: Listener = {
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
