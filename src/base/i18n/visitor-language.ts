import { defaultLanguage, type Language, languageInCookies } from './language'

/** The language that the visitor's browser stored, English otherwise. */
export function visitorLanguage(request: Request): Language {
  return languageInCookies(request.headers.get('cookie') ?? '') ?? defaultLanguage
}
