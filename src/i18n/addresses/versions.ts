import { defaultLanguage, type Language, languages } from '#i18n/language'

/** What an editor typed for search engines: the canonical URL, and whether they should not list the page. */
type Listing = { canonical?: unknown; noindex?: unknown }

/** The languages in which a page is written, with the parameters of its path. */
export type Written = Partial<Record<Language, Listing & { params?: Record<string, string> }>>

/** The path of a page in each language in which it is written. */
export type Versions = Partial<Record<Language, Listing & { address: string }>>

/** The canonical URL of the page in a language; one that was typed takes precedence. */
export function canonicalAddress(versions: Versions, language: Language, origin: string): string {
  const { address = '', canonical } = versions[language] ?? {}
  const typed = typeof canonical === 'string' ? canonical.trim() : ''
  return absolute(typed || address, origin)
}

/** The languages that search engines should list: not excluded, and the canonical URL is the page's own. */
export function listedVersions(versions: Versions, origin: string): [language: Language, address: string][] {
  return languages.flatMap((language) => {
    const address = versions[language] && origin + versions[language].address
    const known = canonicalAddress(versions, language, origin)
    return address && !versions[language]?.noindex && isSame(address, known) ? [[language, address]] : []
  })
}

/** The same with their `hreflang` values; `x-default` is the English page. */
export function alternates(
  listed: readonly [language: Language, address: string][],
): [hreflang: string, address: string][] {
  const [, english] = listed.find(([language]) => language === defaultLanguage) ?? []
  return english === undefined ? [...listed] : [...listed, ['x-default', english]]
}

const isSame = (one: string, other: string) => one === other || withoutSlash(one) === withoutSlash(other)

const withoutSlash = (address: string) => (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '')

/** Replaces `{host}` by the site's own origin. */
export function absolute(address: string, origin: string): string {
  const resolved = address.replace(/^\{host\}/, origin)
  return resolved.startsWith('/') && !resolved.startsWith('//') ? origin + resolved : resolved
}
