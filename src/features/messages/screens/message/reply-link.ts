import type { Translate } from '#i18n/i18n'
import { mailto } from '#text/mailto'
import type { Message } from '#features/messages/contract'

/** The maximum length of a URL that Windows opens. */
const longestAddress = 2000

/** A `mailto:` URL for a reply that quotes as much of the message as fits in a URL. */
export function replyLink({ name, email, subject, message }: Message, date: string, t: Translate): string {
  const linkWith = (quoted: string) =>
    mailto(email, t('messages.replySubject', { subject }), `\n\n${t('messages.wrote', { date, name })}\n${quoted}`)
  const whole = linkWith(quote(message))
  if (whole.length <= longestAddress) return whole
  const letters = [...message]
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (linkWith(shortened(letters, middle)).length <= longestAddress) fits = middle
    else tooLong = middle
  }
  return linkWith(shortened(letters, fits))
}

const quote = (text: string) => text.replaceAll(/^/gm, '> ')
const shortened = (letters: readonly string[], length: number) => quote(`${letters.slice(0, length).join('')}…`)
