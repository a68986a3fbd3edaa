import { defaultLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'

/** The canonical address that an editor typed for a page in a language: each language has its own. */
export function pageCanonical(content: unknown, language: Language): unknown {
  const texts = language === defaultLanguage ? content : inside(inside(content, 'translations'), language)
  return inside(inside(texts, 'metadata'), 'canonical')
}

const inside = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
