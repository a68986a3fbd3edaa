import { type PathMatch, useLocation, useMatch } from 'react-router'
import { defaultLanguage, type Language } from '#i18n/language'
import { href, type HrefParams, inLanguage, readAddress } from './href'

type Href = <Path extends string>(path: Path, ...params: HrefParams<Path>) => string

/** The language of this page's links: the one that its own URL is pinned to. */
export function useAddressLanguage(): Language {
  return readAddress(useLocation().pathname).pinned ?? defaultLanguage
}

/** `href` in the language of the current page. */
export function useHref(): Href {
  const language = useAddressLanguage()
  return (path: string, params?: Record<string, string>) => href(path, params, language)
}

/** How the current URL matches a path, in any language. */
export function usePageMatch(path: string): PathMatch | null {
  return useMatch(inLanguage(path, useAddressLanguage()))
}
