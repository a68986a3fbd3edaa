import { href } from './href'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { absolute } from './absolute'

/**
 * The languages in which a page is written: what fills the parameters of its address there, and the canonical one that
 * an editor typed.
 */
export type Written = Partial<Record<Language, { params?: Record<string, string>; canonical?: unknown }>>

/**
 * Where a page is, in each language in which it is written, and the canonical address that an editor typed for it in
 * that language.
 */
export type Versions = Partial<Record<Language, { address: string; canonical?: unknown }>>

/** The addresses of one of the site's paths. */
export const versionsOf = (page: string, written: Written): Versions =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const { params, canonical } = written[language] ?? {}
      return written[language] ? [[language, { address: href(page, params, language), canonical }]] : []
    }),
  )

/** The one address that the page is to be known by in a language; one that was typed comes before its own. */
export function canonicalAddress(versions: Versions, language: Language, origin: string): string {
  const { address = '', canonical } = versions[language] ?? {}
  const typed = typeof canonical === 'string' ? canonical.trim() : ''
  return absolute(typed || address, origin)
}

/** The languages in which the page is known by its own address, which is how search engines are to find it. */
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
