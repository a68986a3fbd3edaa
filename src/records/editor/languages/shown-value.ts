import { dateTime } from '#i18n/dates'
import type { Translate } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { kindText } from '#records/editor/fields/kind-text'
import { readPath } from '#records/editor/values/values'
import { declaredValues, fieldAt } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'

type Value = string | boolean | undefined

/** Both versions of a field for display: formatted text as plain text, or as source if only the formatting differs. */
export function shownValue(
  kind: Pick<RecordKind, 'name' | 'fields'>,
  field: string,
  before: Value,
  after: Value,
  t: Translate,
  language: Language,
) {
  const type = fieldAt(kind.fields, readPath(field).name.split('.'))?.type
  const show = (value: Value): string => {
    if (typeof value === 'boolean') return t(value ? 'editing.yes' : 'editing.no')
    if (value === undefined || value === '') return ''
    const nameOf = (block = '') => kindText(t, kind, `${field}.${block}`)
    const shownBlock = ([name, hidden]: string[]) =>
      hidden ? t('blocks.isHidden', { type: nameOf(name) }) : nameOf(name)
    if (type === 'blocks')
      return value
        .split('\n')
        .map((one) => shownBlock(one.split(' ')))
        .join('\n')
    if (type === 'moment') return dateTime(value, language)
    return type === 'html' ? readable(value) : value
  }
  const texts = { before: show(before), after: show(after) }
  return texts.before === texts.after ? { before: String(before ?? ''), after: String(after ?? '') } : texts
}

/** The same for a text whose format is known otherwise. */
export function shownText(isHtml: boolean, before: string, after: string) {
  const texts = isHtml ? { before: readable(before), after: readable(after) } : { before, after }
  return texts.before === texts.after ? { before, after } : texts
}

/** All texts of a row or a block, formatted ones as plain text. */
export const shownTexts = (...row: Parameters<typeof declaredValues>): string[] =>
  declaredValues(...row).flatMap(({ value, field }) =>
    typeof value === 'string' && value !== '' ? [field.type === 'html' ? readable(value) : value] : [],
  )

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, figcaption, br, hr'

/** The plain text of HTML, one line for each block. */
function readable(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll(blocks)) block.append('\n')
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ')
  return (body.textContent ?? '').replaceAll(/[ \t]*\n\s*/g, '\n').trim()
}
