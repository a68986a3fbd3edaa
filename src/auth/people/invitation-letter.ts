import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { toLetter } from '#platform/mail/letter'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/letterhead'

/** Mails the link of an invitation. */
export async function sendInvitation(
  tx: Transaction,
  config: Config,
  { id, to, url, by, language }: { id: number; to: string; url: string; by: string; language: Language },
): Promise<void> {
  const { site, look } = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'invitation',
    to: [to],
    about: `invitation:${id}`,
    letter: toLetter({
      language,
      site,
      look,
      subject: translate(language, 'mail.invitation.subject', { site }),
      title: translate(language, 'mail.invitation.title', { site }),
      paragraphs: [translate(language, 'mail.invitation.text', { name: by, site })],
      action: { label: translate(language, 'mail.invitation.open'), url },
      foot: translate(language, 'mail.invitation.foot'),
    }),
  })
}
