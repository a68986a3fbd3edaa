import { byOtherLanguage } from '#i18n/by-language'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { asRecord } from '#text/parse-json'
import { unpackContent } from '#records/kind/content'
import { type Field, isTranslatable, type RowField } from '#records/kind/fields'
import { blocksIn, fieldsOfBlock } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'
import type { Values } from '#records/history/revisions'
import type { FieldState, TranslationReport, Translation } from './translation-contract'

/**
 * A text of a record and its translation, empty if not written. `field` is its name at any position (`features.title`),
 * `path` its current path (`features.0.title`).
 */
type TranslatedText = { path: string; field: string; source: string; text: string }

/** The same with the language of the translation. */
export type TextInLanguage = TranslatedText & { language: OtherLanguage }

/** The translatable texts of a record in each language, from its values as in a draft or a version. */
export const recordTexts = ({ fields }: Pick<RecordKind, 'fields'>, values: Values): TextInLanguage[] =>
  // Only stored translations may be packed; the content of `values` is unpacked already.
  textsInLanguages(fields, values, (texts) => ({ ...texts, content: unpackContent(String(texts.content ?? '')).html }))

/** The texts of `values` with those of their `translations`, in each language. */
export function textsInLanguages(
  fields: Readonly<Record<string, Field | RowField>>,
  values: Values,
  read = (texts: Values) => texts,
): TextInLanguage[] {
  const translations = asRecord(values.translations)
  return otherLanguages.flatMap((language) =>
    pairTexts(fields, values, read(asRecord(translations[language]))).map((text) => ({ ...text, language })),
  )
}

/** The texts that `original` and `translation` can have: of rows by position, of blocks by id. */
function pairTexts(
  fields: Readonly<Record<string, Field | RowField>>,
  original: Values,
  translation: Values,
  below = { path: '', field: '' },
): TranslatedText[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = (...parts: (string | number)[]) => ({
      path: `${[below.path + name, ...parts].join('.')}.`,
      field: `${[below.field + name, ...parts.filter((part) => typeof part === 'string')].join('.')}.`,
    })
    const [source, text] = [original[name], translation[name]]
    if (field.type === 'group') return pairTexts(field.fields, asRecord(source), asRecord(text), at())
    if (field.type === 'list')
      return asRows(source).flatMap((row, place) => pairTexts(field.entry, row, asRows(text)[place] ?? {}, at(place)))
    if (field.type === 'blocks')
      return blocksIn(source).flatMap((block) => {
        const id = String(block.id)
        return pairTexts(fieldsOfBlock(field, block), block, asRecord(asRecord(text)[id]), at(id))
      })
    const path = { path: below.path + name, field: below.field + name }
    return isTranslatable(field) ? [{ ...path, source: writtenText(source), text: writtenText(text) }] : []
  })
}

const asRows = (value: unknown): Values[] => (Array.isArray(value) ? value.map(asRecord) : [])

/** The text, empty if there is nothing to read: formatted text without a word or a picture is empty. */
function writtenText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return blankHtml.test(text) ? '' : text
}

const blankHtml = /^(?:<\/?(?:p|br|h[1-6]|div|span|strong|em|ul|ol|li|blockquote)(?:\s[^>]*)?\/?>|&nbsp;|\s)+$/i

type Known = Record<'isCurrent' | 'isConfirmed', (text: TextInLanguage) => boolean>

/** The translation state of a record in each language. */
export const translationOf = (texts: readonly TextInLanguage[], known: Known): Translation =>
  byOtherLanguage((language) => describeTranslation(inLanguage(texts, language), known))

export const inLanguage = (texts: readonly TextInLanguage[], language: OtherLanguage): TextInLanguage[] =>
  texts.filter((text) => text.language === language)

/** The state of the record in one language, derived from the states of its texts. */
export function describeTranslation(
  texts: readonly TextInLanguage[],
  { isCurrent, isConfirmed }: Known,
): TranslationReport {
  const stateOf = (text: TextInLanguage): FieldState => {
    if (text.text === '' || (isCopy(text) && !isConfirmed(text))) return 'missing'
    return isCurrent(text) ? 'complete' : 'outdated'
  }
  const fields = Object.fromEntries(
    texts.filter(({ source }) => source !== '').map((text) => [text.path, stateOf(text)]),
  )
  const states = Object.values(fields)
  if (states.length > 0 && states.every((state) => state === 'missing')) return { state: 'missing', fields }
  if (states.includes('outdated')) return { state: 'outdated', fields }
  return { state: states.includes('missing') ? 'partial' : 'complete', fields }
}

/**
 * Whether a translation equal to the English text counts as missing, unless it is confirmed: names and a few words may
 * well be the same in both languages, a sentence is not.
 */
export function isCopy({ source, text }: { source: string; text: string }): boolean {
  return source.trim() === text.trim() && wordsOf(source).length > mostSameWords
}

const mostSameWords = 3

/** Without tags, entities and URLs. */
const wordsOf = (text: string): string[] =>
  text.replaceAll(/<[^>]*>|&#?\w+;|https?:\/\/\S+/g, ' ').match(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu) ?? []
