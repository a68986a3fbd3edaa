import { readAddress } from '#base/href'
import { defaultLanguage, type Language, languageInCookies } from './language'

/** The language of the page that asks, where its address says it; else the one that the visitor's browser stored. */
export function visitorLanguage({ headers }: Request): Language {
  const page = headers.get('referer') ?? ''
  const pinned = URL.canParse(page) ? readAddress(new URL(page).pathname).pinned : undefined
  return pinned ?? preferredLanguage(headers.get('cookie'))
}

/** What a Cookie header says, English otherwise. */
export const preferredLanguage = (cookie: string | null): Language =>
  (cookie === null ? undefined : languageInCookies(cookie)) ?? defaultLanguage
