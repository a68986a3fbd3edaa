import { inLanguage, readAddress } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { matchSite, withSlash } from './routes'

/** A link to a page without a language keeps the language of the current page; one without a path stays on it. */
export function proseAddress(address: string, language: Language): string {
  const [path = ''] = address.split(/[?#]/)
  const isPage = path !== '' && matchSite(withSlash(path)) && readAddress(path).pinned === undefined
  return isPage ? inLanguage(address, language) : address
}
