import { locales } from './locales'

export type Language = keyof typeof locales
export const languages = Object.keys(locales) as Language[]
export const defaultLanguage = 'en'

/** The languages of translations: the keys of `translations`. */
export type OtherLanguage = Exclude<Language, typeof defaultLanguage>

export const otherLanguages = languages.filter((language) => language !== defaultLanguage)

/** The localStorage key, and the name of the cookie that mirrors it for the server. */
export const languageKey = 'industria-language'

/**
 * A short-lived cookie that marks the language cookie as a choice made without scripts, newer than the one in
 * localStorage.
 */
export const languageChosenKey = `${languageKey}-chosen`

export const isLanguage = (value: unknown): value is Language => (languages as readonly unknown[]).includes(value)

/** The language in a Cookie header (or `document.cookie`), if it is one of the site's. */
export function languageInCookies(cookies: string): Language | undefined {
  const value = /(?:^|;\s*)industria-language=([^;]*)/.exec(cookies)?.[1]
  return isLanguage(value) ? value : undefined
}
