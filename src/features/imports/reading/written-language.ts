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

/** A language, a script, a region and variants as in RFC 5646: `pt`, `pt-br`, `zh-hant-tw`, `sr_Latn`, `es-419`. */
const tag = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_](?:[a-z\d]{5,8}|\d[a-z\d]{3}))*$/i

const known = (type: 'language' | 'script' | 'region') => {
  const displayed = new Intl.DisplayNames('en', { type, fallback: 'none' })
  return (code: string): boolean => displayed.of(code) !== undefined
}
const isKnown = { language: known('language'), script: known('script'), region: known('region') }

/** The parts of a language tag; undefined for other words, also those that only look like one. */
export function readLanguageTag(word: string): { primary: string; isLong: boolean } | undefined {
  const [, primary, script, region] = tag.exec(word) ?? []
  if (primary === undefined) return undefined
  const isTag =
    isKnown.language(primary.toLowerCase()) &&
    (script === undefined || isKnown.script(script)) &&
    (region === undefined || isKnown.region(region.toUpperCase()))
  return isTag ? { primary: primary.toLowerCase(), isLong: script !== undefined || region !== undefined } : undefined
}
