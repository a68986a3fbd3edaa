import type { Language } from '#i18n/language'
import { proseAddress } from '#app/shell/prose-address'
import { changeAttributes } from '#text/html/node'
import { resolveUrl } from '#text/urls'

const urls = new Set(['href', 'src', 'srcset', 'poster', 'cite'])

/** Makes the URLs of a page's HTML absolute; links to pages of the site stay in the language. */
export function absoluteHtml(html: string, page: string, language: Language): string {
  return changeAttributes(html, urls, (value, name) => {
    if (name === 'srcset') return value.replace(/(?<=^|,\s)\S+/g, (url) => resolveUrl(url, page))
    return resolveUrl(name === 'href' && value.startsWith('/') ? proseAddress(value, language) : value, page)
  })
}
