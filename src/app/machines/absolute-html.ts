import type { Language } from '#base/i18n/language'
import { proseAddress } from '#app/shell/prose-address'

/** Stored HTML whose addresses hold wherever it is read; links to pages of the site stay in the language. */
export function absoluteHtml(html: string, origin: string, language: Language): string {
  return html
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
