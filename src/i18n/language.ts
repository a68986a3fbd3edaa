export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/** The localStorage key, and the name of the cookie that mirrors it for the server. */
export const languageKey = 'industria-language'

/**
 * A cookie that for a moment says: the other one is a choice that the server was told, newer than what the browser
 * stores.
 */
export const languageChosenKey = `${languageKey}-chosen`

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/** The language in a Cookie header (or `document.cookie`), if it names one of ours. */
export function languageInCookies(cookies: string): Language | undefined {
  const value = /(?:^|;\s*)industria-language=([^;]*)/.exec(cookies)?.[1]
  return isLanguage(value) ? value : undefined
}
