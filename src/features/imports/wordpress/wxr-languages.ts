import { isLanguage, type Language } from '#i18n/language'
import type { WxrElement } from './wxr-items'

/** `otherLanguage`: one that the site does not have, as it is named. */
type ItemLanguage = { language?: Language; otherLanguage?: string }

/** What plugins for several languages write into an item: Polylang uses terms, WPML and others fields. */
const languageFields = ['_wpml_import_language_code', 'wpml_language', '_wpml_language', '_icl_lang', 'icl_lang']
const groupFields = ['_wpml_import_translation_group', 'wpml_trid', '_wpml_trid', '_icl_trid', 'trid']
const originalFields = ['_icl_lang_duplicate_of', '_wpml_original_post_id']

type Item = Pick<WxrElement, 'fields' | 'terms' | 'meta'>

const firstOf = ({ meta }: Item, names: readonly string[]): string =>
  names.map((name) => meta.get(name)?.trim() ?? '').find((text) => text !== '') ?? ''
const termOf = ({ terms }: Item, taxonomy: string) => terms.find(({ domain }) => domain === taxonomy)?.slug ?? ''

/** The language of an item. `locales`: those of Polylang's languages, whose names may be any. */
export function languageOfItem(item: Item, locales: ReadonlyMap<string, string>): ItemLanguage {
  const term = termOf(item, 'language')
  const written = (term && (locales.get(term) ?? term)) || firstOf(item, languageFields) || languageInLink(item)
  const code = written.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  if (code === '' || code === 'all') return {}
  return isLanguage(code) ? { language: code } : { otherLanguage: written.replaceAll('_', '-') }
}

function languageInLink({ fields }: Item): string {
  const link = URL.parse((fields.link ?? '').trim())
  const named = link?.searchParams.get('lang') ?? ''
  return /^[a-z]{2}(?:[-_]\w+)?$/i.test(named) ? named : ''
}

/** The locale of a language of Polylang, by the term's slug; it stands in serialized PHP. */
export function localeOfTerm({ fields }: Pick<WxrElement, 'fields'>): readonly [string, string] | undefined {
  if (fields['wp:term_taxonomy'] !== 'language') return undefined
  const locale = /"locale";s:\d+:"([\w-]+)"/.exec(fields['wp:term_description'] ?? '')?.[1]
  return locale === undefined ? undefined : [fields['wp:term_slug'] ?? '', locale]
}

/** The name of the group of an item and its translations; undefined if it has none. */
export function groupOfItem(item: Item): string | undefined {
  const group = termOf(item, 'post_translations') || firstOf(item, groupFields)
  const original = firstOf(item, originalFields)
  return group || (/^\d+$/.test(original) ? groupOfOriginal(original) : undefined)
}

/** The group of the copies of an item, by its id. */
export const groupOfOriginal = (id: string): string => `copies of ${id}`
