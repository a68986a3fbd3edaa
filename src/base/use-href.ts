import { useAtomValue } from 'jotai'
import { languageAtom } from '#base/i18n/language-atom'
import { href, type HrefParams } from './href'

type Href = <Path extends string>(path: Path, ...params: HrefParams<Path>) => string

/** `href` in the language of the page. */
export function useHref(): Href {
  const language = useAtomValue(languageAtom)
  return (path: string, params?: Record<string, string>) => href(path, params, language)
}
