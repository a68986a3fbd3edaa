import { defaultLanguage, type Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import { isRecord, parseJson } from '#text/parse-json'

type Texts = Record<string, unknown>

/** The object in a page's JSON text; empty if it is invalid. */
export const readJson = (content: string): Texts => inside(parseJson(content))

/** The texts of a page in a language, from its object: English is the page itself. */
export const textsIn = (page: Texts, language: Language): Texts =>
  language === defaultLanguage ? page : inside(inside(page.translations)[language])

/** The page's texts in a language for visitors, with fallbacks. */
export const localizePageContent = (page: Texts, language: Language): Texts =>
  translated(page, inside(page.translations), language)

/** Its SEO fields, which are separate for each language. */
export const metadataIn = (page: Texts, language: Language): Texts => inside(textsIn(page, language).metadata)

/** What search engines are told of a page in a language; `noindex` applies to all, unless another says otherwise. */
export function listingIn(page: Texts, language: Language) {
  const { canonical, noindex } = metadataIn(page, language)
  return { canonical, noindex: noindex ?? metadataIn(page, defaultLanguage).noindex }
}

const inside = (value: unknown): Texts => (isRecord(value) ? value : {})
