import { readAddress } from '#i18n/addresses/href'
import { defaultLanguage, type Language, languageInCookies } from './language'

/**
 * The language of the requesting page if its URL pins one, else the one in the language cookie. A form without JavaScript
 * posts to its own page.
 */
export function visitorLanguage({ url, headers }: Request): Language {
  return pinnedBy(url) ?? pinnedBy(headers.get('referer') ?? '') ?? preferredLanguage(headers.get('cookie'))
}

const pinnedBy = (url: string) => (URL.canParse(url) ? readAddress(new URL(url).pathname).pinned : undefined)

/** The language in a Cookie header, English by default. */
export const preferredLanguage = (cookie: string | null): Language =>
  (cookie === null ? undefined : languageInCookies(cookie)) ?? defaultLanguage
