import type { Language } from '#i18n/language'
import { proseAddress } from '#app/shell/prose-address'

/** Makes the URLs of a page's HTML absolute; links to pages of the site stay in the language. */
export function absoluteHtml(html: string, page: string, language: Language): string {
  const { origin } = new URL(page)
  return html
    .replaceAll(' href="#', ` href="${page}#`)
    .replace(
      / (href|src|poster|cite)="(\/(?!\/)[^"]*)"/g,
      (_, name: string, address: string) =>
        ` ${name}="${origin}${name === 'href' ? proseAddress(address, language) : address}"`,
    )
    .replace(
      / srcset="([^"]*)"/g,
      (_, list: string) =>
        ` srcset="${list.replace(/(^|,\s*)\/(?!\/)/g, (__, start: string) => `${start}${origin}/`)}"`,
    )
}
