import { isRecord } from '#text/parse-json'
import { unpackContent } from '#records/kind/content'
import { isCopy } from './copied-text'
import { translatedNames } from '#records/kind/fields'
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
  return translatedNames(fields).map((name) => ({
    path: name,
    field: name,
    source: writtenText(values[name]),
    // Only stored translations may be packed; the content of values is taken apart already.
    text:
      name === 'content' ? writtenText(unpackContent(String(spanish.content ?? '')).html) : writtenText(spanish[name]),
  }))
}

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
