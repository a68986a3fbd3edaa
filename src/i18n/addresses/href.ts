import type { PathParam } from 'react-router'
import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'

/** The arguments that a path needs: none, or a value for each of its parameters. */
export type HrefParams<Path extends string> = string extends Path
  ? [params?: Record<string, string>]
  : [PathParam<Path>] extends [never]
    ? [params?: Record<string, never>]
    : [params: Record<PathParam<Path>, string>]

/** The prefix of a language's URLs; URLs without a prefix are shown in the visitor's preferred language. */
const prefixOf = (language: Language) => (language === defaultLanguage ? '' : `/${language}`)

/** The URL of a path with its parameters filled in. Admin paths have no language. */
export function href<Path extends string>(path: Path, ...rest: [...HrefParams<Path>, language?: Language]): string
export function href(path: string, params: Record<string, string> = {}, language: Language = defaultLanguage): string {
  return prefixOf(language) + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The language of a URL, and the path that the page has in every language. */
export function readAddress(address: string): { pinned?: Language; path: string } {
  const pinned = otherLanguages.find((language) => address.startsWith(`/${language}/`))
  return { pinned, path: pinned ? address.slice(pinned.length + 1) : address }
}

/** The same page in a language. */
export const inLanguage = (address: string, language: Language): string =>
  prefixOf(language) + readAddress(address).path
