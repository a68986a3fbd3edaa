import { longDate } from '#i18n/calendar-day'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { type LetterLook, oneLine, toLetter } from '#platform/mail/letter'
import type { Letter } from '#platform/mail/table'

type Reply = {
  message: { name: string; subject: string; message: string; submittedAt: string }
  body: string
  language: Language
  site: string
  look?: LetterLook
}

/** The answer in the words of who wrote it, and below it what it answers. */
export function replyLetter({ message, body, language, site, look }: Reply): Pick<Letter, 'subject' | 'text' | 'html'> {
  const [name, subject] = [oneLine(message.name), oneLine(message.subject)]
  const date = longDate(message.submittedAt, (id, values) => translate(language, id, values))
  return toLetter({
    language,
    site,
    look,
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    paragraphs: body.split(/(?:\r\n|\r|\n){2,}/),
    quote: { lead: translate(language, 'mail.reply.wrote', { date, name }), text: message.message },
    foot: translate(language, 'mail.reply.foot', { site }),
  })
}
