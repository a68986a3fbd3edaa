import { href } from './href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { absolute } from './absolute'

/** The languages in which a page is written: the parameters of its path, and the canonical URL that an editor typed. */
export type Written = Partial<Record<Language, { params?: Record<string, string>; canonical?: unknown }>>

/** The path of a page in each language in which it is written, and the canonical URL that an editor typed. */
export type Versions = Partial<Record<Language, { address: string; canonical?: unknown }>>

/** The URLs of one of the site's paths. */
export const versionsOf = (page: string, written: Written): Versions =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const { params, canonical } = written[language] ?? {}
      return written[language] ? [[language, { address: href(page, params, language), canonical }]] : []
    }),
  )

/** The canonical URL of the page in a language; one that was typed takes precedence. */
export function canonicalAddress(versions: Versions, language: Language, origin: string): string {
  const { address = '', canonical } = versions[language] ?? {}
  const typed = typeof canonical === 'string' ? canonical.trim() : ''
  return absolute(typed || address, origin)
}

/** The languages whose canonical URL is the page's own, which search engines should list. */
export function listedVersions(versions: Versions, origin: string): [language: Language, address: string][] {
  return languages.flatMap((language) => {
    const address = versions[language] && origin + versions[language].address
    const known = canonicalAddress(versions, language, origin)
    return address && isSame(address, known) ? [[language, address]] : []
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
