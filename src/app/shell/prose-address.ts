import { inLanguage, readAddress } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { matchSite, withSlash } from './routes'

/** A page that is named without a language is shown in that of the page that names it. */
export function proseAddress(address: string, language: Language): string {
  const [path = ''] = address.split(/[?#]/)
  const isPage = matchSite(withSlash(path)) && readAddress(path).pinned === undefined
  return isPage ? inLanguage(address, language) : address
}
