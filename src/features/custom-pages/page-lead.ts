import { htmlToText } from '#text/html-text'
import type { CustomPage } from './contract'

/** Characters that search engines show. */
const most = 160

/** The first text of a page, used as its meta description; '' without one. */
export function pageLead({ blocks }: Pick<CustomPage, 'blocks'>): string {
  for (const { text, html } of blocks) {
    const words = htmlToText(([text, html].find((one) => typeof one === 'string' && one.trim() !== '') as string) ?? '')
    if (words !== '') return words.length > most ? `${words.slice(0, most).replace(/[\s,;:–-]+\S*$/, '')}…` : words
  }
  return ''
}
