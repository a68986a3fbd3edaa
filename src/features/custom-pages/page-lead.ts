import { htmlToText } from '#text/html-text'
import type { CustomPage } from './contract'

/** Characters: as many as search engines show. */
const most = 160

/** What a page says first, for machines that describe it in a few words; '' where it says nothing. */
export function pageLead({ blocks }: Pick<CustomPage, 'blocks'>): string {
  for (const { text, html } of blocks) {
    const words = htmlToText(([text, html].find((one) => typeof one === 'string' && one.trim() !== '') as string) ?? '')
    if (words !== '') return words.length > most ? `${words.slice(0, most).replace(/[\s,;:–-]+\S*$/, '')}…` : words
  }
  return ''
}
