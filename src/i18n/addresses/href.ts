import type { PathParam } from 'react-router'
import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'

/** What a path needs to become an address: nothing, or a value for each of its parameters. */
export type HrefParams<Path extends string> = string extends Path
  ? [params?: Record<string, string>]
  : [PathParam<Path>] extends [never]
    ? [params?: Record<string, never>]
    : [params: Record<PathParam<Path>, string>]

/** What the addresses of a language begin with; those without are shown in the language that the visitor prefers. */
const prefixOf = (language: Language) => (language === defaultLanguage ? '' : `/${language}`)

/**
 * The address of a path, its parameters filled in. The admin's screens are asked for without a language: they have one
 * address.
 */
export function href<Path extends string>(path: Path, ...rest: [...HrefParams<Path>, language?: Language]): string
export function href(path: string, params: Record<string, string> = {}, language: Language = defaultLanguage): string {
  return prefixOf(language) + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The language that an address is pinned to, and the path that every language has of the same page. */
export function readAddress(address: string): { pinned?: Language; path: string } {
  const pinned = otherLanguages.find((language) => address.startsWith(`/${language}/`))
  return { pinned, path: pinned ? address.slice(pinned.length + 1) : address }
}

/** The same page under an address of a language. */
export const inLanguage = (address: string, language: Language): string =>
  prefixOf(language) + readAddress(address).path
