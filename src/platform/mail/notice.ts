import type { Language } from '#i18n/language'
import type { MessageId, MessageValues } from '#i18n/messages'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Transaction } from '#platform/events/events'
import { readSettings } from '#platform/owner/settings'
import { readLetterhead } from '#platform/owner/site'
import { composeMail } from './compose-mail'
import { post } from './outbox'
import type { MailContent } from './table'

type Notice = {
  /** The group of its texts in the catalog. */
  group: 'confirmation' | 'factor' | 'invitation' | 'reset' | 'security' | 'test' | 'webhook'
  /** By default the owner's. */
  language?: Language
  /** The values in its texts, besides the name of the `site`. */
  values?: MessageValues
  paragraphs: readonly MessageId[]
  /** The button: its text, and a URL or a path of the site. */
  open?: { label: MessageId; url: string }
  /** The unsubscribe link. */
  leave?: { label: MessageId; url: string }
  headers?: MailContent['headers']
}

/** A mail that consists of texts of the catalog. */
export async function writeNotice(
  db: Database,
  config: Config,
  { group, language: chosen, values, paragraphs, open, leave, headers }: Notice,
): Promise<MailContent> {
  const language = chosen ?? (await readSettings(db, config)).ownerLanguage
  const letterhead = await readLetterhead(db, config)
  const say = (id: MessageId) => translate(language, id, { site: letterhead.site, ...values })
  const linkOf = (link: Notice['open']) =>
    link && { label: say(link.label), url: (link.url.startsWith('/') ? (config.siteUrl ?? '') : '') + link.url }
  return {
    ...composeMail({
      language,
      ...letterhead,
      subject: say(`mail.${group}.subject`),
      title: say(`mail.${group}.title`),
      paragraphs: paragraphs.map(say),
      action: linkOf(open),
      foot: say(`mail.${group}.foot`),
      leave: linkOf(leave),
    }),
    ...(headers && { headers }),
  }
}

/** Adds such a mail to the outbox; resolves to its rows. */
export const postNotice = async (
  tx: Transaction,
  config: Config,
  { kind, to, about, ...notice }: Notice & { kind: string; to: readonly string[]; about: string },
): Promise<{ id: number }[]> => post(tx, config, { kind, to, about, letter: await writeNotice(tx, config, notice) })
