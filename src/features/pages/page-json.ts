import { defaultLanguage, type Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import { isRecord, parseJson } from '#text/parse-json'

type Texts = Record<string, unknown>

/** The object in a page's JSON text; empty where it is none. */
export const readJson = (content: string): Texts => inside(parseJson(content))

/** What a page says in a language of itself, of the object in its JSON text: English is the page itself. */
export const saidIn = (page: Texts, language: Language): Texts =>
  language === defaultLanguage ? page : inside(inside(page.translations)[language])

/** What visitors read of it in a language. */
export const localizePage = (page: Texts, language: Language): Texts =>
  translated(page, inside(page.translations), language)

/** Its SEO fields: each language has its own. */
export const metadataIn = (page: Texts, language: Language): Texts => inside(saidIn(page, language).metadata)

const inside = (value: unknown): Texts => (isRecord(value) ? value : {})
