import { readAddress } from '#i18n/addresses/href'
import { adminPath } from '#i18n/addresses/paths'
import { defaultLanguage, isLanguage, type Language, languageInCookies } from './language'

/**
 * The language of the requesting page if its URL pins one, else the one in the language cookie. A form without JavaScript
 * posts to its own page. The admin begins in the browser's language.
 */
export function visitorLanguage({ url, headers }: Request): Language {
  const page = headers.get('referer') ?? ''
  return pinnedBy(url) ?? pinnedBy(page) ?? (isInAdmin(page) ? adminLanguage : languageOf)(headers)
}

/** The language of the admin: the chosen one, else the first that the browser asks for and the site has. */
export const adminLanguage = (headers: Headers): Language =>
  languageInCookies(headers.get('cookie') ?? '') ?? acceptedLanguage(headers.get('accept-language')) ?? defaultLanguage

/** The first of the site's languages in an Accept-Language header, by its weights. */
function acceptedLanguage(header: string | null): Language | undefined {
  const ranges = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) }
    })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isLanguage)
}

const isInAdmin = (url: string) => URL.canParse(url) && new URL(url).pathname.startsWith(adminPath)
const languageOf = (headers: Headers) => preferredLanguage(headers.get('cookie'))
const pinnedBy = (url: string) => (URL.canParse(url) ? readAddress(new URL(url).pathname).pinned : undefined)

/** The language in a Cookie header, English by default. */
export const preferredLanguage = (cookie: string | null): Language =>
  (cookie === null ? undefined : languageInCookies(cookie)) ?? defaultLanguage
