import type { PathParam } from 'react-router'
import { defaultLanguage, type Language } from '#base/i18n/language'

/** What a path needs to become an address: nothing, or a value for each of its parameters. */
export type HrefParams<Path extends string> = string extends Path
  ? [params?: Record<string, string>]
  : [PathParam<Path>] extends [never]
    ? [params?: Record<string, never>]
    : [params: Record<PathParam<Path>, string>]

/**
 * The address of a path, its parameters filled in. The admin's screens are asked for without a language: they have one
 * address.
 */
export function href<Path extends string>(path: Path, ...rest: [...HrefParams<Path>, language?: Language]): string
export function href(path: string, params: Record<string, string> = {}, language: Language = defaultLanguage): string {
  return prefixes[language] + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** What the addresses of a language begin with: the same, as long as the visitor's preference decides. */
const prefixes: Record<Language, string> = { en: '', es: '' }
