import { byOtherLanguage } from '#i18n/by-language'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import { unpackContent } from '#records/kind/content'
import { isCopy } from './copied-text'
import { type Field, isTranslatable, type RowField } from '#records/kind/fields'
import { blocksIn, fieldsOfBlock } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'
import type { Values } from '#records/history/revisions'
import type { FieldState, TranslationReport, Translation } from './translation-contract'

/**
 * A text of a record and its translation, both empty while they are not written. `field` names it wherever it stands
 * (`features.title`), `path` where it stands now (`features.0.title`).
 */
export type TranslatedText = { path: string; field: string; source: string; text: string }

/** The same with the language of the translation. */
export type TextInLanguage = TranslatedText & { language: OtherLanguage }

/** The texts of a record that can be translated, of its values as a draft or a version holds them, in each language. */
export const recordTexts = ({ fields }: Pick<RecordKind, 'fields'>, values: Values): TextInLanguage[] =>
  // Only stored translations may be packed; the content of values is taken apart already.
  textsInLanguages(fields, values, (said) => ({ ...said, content: unpackContent(String(said.content ?? '')).html }))

/** The texts of `values` beside those of their `translations`, in each language. */
export function textsInLanguages(
  fields: Readonly<Record<string, Field | RowField>>,
  values: Values,
  read = (said: Values) => said,
): TextInLanguage[] {
  const translations = asRecord(values.translations)
  return otherLanguages.flatMap((language) =>
    pairTexts(fields, values, read(asRecord(translations[language]))).map((text) => ({ ...text, language })),
  )
}

/** The texts in which `original` and `translation` may differ: of rows by their place, of blocks by their id. */
export function pairTexts(
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

const asRecord = (value: unknown): Values => (isRecord(value) ? value : {})
const asRows = (value: unknown): Values[] => (Array.isArray(value) ? value.map(asRecord) : [])

/** What is there to read: formatted text without a word or a picture is as empty as no text. */
export function writtenText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return blankHtml.test(text) ? '' : text
}

const blankHtml = /^(?:<\/?(?:p|br|h[1-6]|div|span|strong|em|ul|ol|li|blockquote)(?:\s[^>]*)?\/?>|&nbsp;|\s)+$/i

type Known = Record<'isCurrent' | 'isConfirmed', (text: TextInLanguage) => boolean>

/** How the record stands in each language. */
export const translationOf = (texts: readonly TextInLanguage[], known: Known): Translation =>
  byOtherLanguage((language) => describeTranslation(inLanguage(texts, language), known))

export const inLanguage = (texts: readonly TextInLanguage[], language: OtherLanguage): TextInLanguage[] =>
  texts.filter((text) => text.language === language)

/** How the record stands in one language, of what its texts do. */
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
