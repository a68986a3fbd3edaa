import { isRecord } from '#text/parse-json'
import { unpackContent } from '#records/kind/content'
import { isCopy } from './copied-text'
import { type Field, isTranslatable, type RowField } from '#records/kind/fields'
import { blocksIn, fieldsOfBlock } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'
import type { Values } from '#records/history/revisions'
import type { FieldState, ToldTranslation } from './translation-contract'

/**
 * A text of a record and its translation, both empty while they are not written. `field` names it wherever it stands
 * (`features.title`), `path` where it stands now (`features.0.title`).
 */
export type TranslatedText = { path: string; field: string; source: string; text: string }

/** The texts of a record that can be translated, of its values as a draft or a version holds them. */
export function recordTexts({ fields }: Pick<RecordKind, 'fields'>, values: Values): TranslatedText[] {
  const { es } = isRecord(values.translations) ? values.translations : {}
  const spanish = isRecord(es) ? es : {}
  // Only stored translations may be packed; the content of values is taken apart already.
  return pairTexts(fields, values, { ...spanish, content: unpackContent(String(spanish.content ?? '')).html })
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

/** How the record stands, of what its texts do. */
export function tellTranslation(
  texts: readonly TranslatedText[],
  { isCurrent, isConfirmed }: Record<'isCurrent' | 'isConfirmed', (text: TranslatedText) => boolean>,
): ToldTranslation {
  const stateOf = (text: TranslatedText): FieldState => {
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
