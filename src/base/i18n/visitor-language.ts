import { readCookie } from '#base/http/cookies'
import { defaultLanguage, isLanguage, type Language, languageKey } from './language'

/** The language that the visitor's browser stored, English otherwise. */
export function visitorLanguage(request: Request): Language {
  const stored = readCookie(request.headers.get('cookie'), languageKey)
  return isLanguage(stored) ? stored : defaultLanguage
}
