import { isLanguage, type Language } from '#i18n/language'
import { folded } from '#text/fold'

const names: Readonly<Record<string, Language>> = {
  eng: 'en',
  english: 'en',
  ingles: 'en',
  castellano: 'es',
  espanol: 'es',
  spa: 'es',
  spanish: 'es',
}

/** The language of a text, by its tag (`es`, `es-MX`, `es_MX`) or name; undefined if this site does not have it. */
export function writtenLanguage(written: string): Language | undefined {
  const [primary = ''] = folded(written.trim()).split(/[-_. ]/, 1)
  return isLanguage(primary) ? primary : names[primary]
}
