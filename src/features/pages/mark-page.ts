import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { isRecord, parseObject } from '#text/parse-json'
import type { Marks } from '#text/html/marks'
import { text } from '#text/reading'
import { builtInTexts } from './built-in'
import type { PageContent } from './contract'
import { type FieldSpec, fieldsOf, type TextSpec } from './page-fields'

type Texts = Record<string, unknown>

/**
 * A page whose texts say which field each comes from. What the site says in place of an empty one leads to the field of
 * the language on show.
 */
export function markPage(answer: object, marks: Marks, language: Language): object {
  const { page, content, ...rest } = answer as PageContent
  const fields = fieldsOf(page)
  const { translations, ...texts } = parseObject(content)
  const overlays: Record<string, unknown> = { es: {}, ...(isRecord(translations) ? translations : {}) }
  const below = language === 'en' ? '' : `translations.${language}.`
  const overlay = overlays[language]
  const builtIn = Object.fromEntries(
    Object.entries(builtInTexts[page])
      .filter(([key, id]) => id && text(texts, key) === undefined && !(isRecord(overlay) && text(overlay, key)))
      .map(([key, id]) => [key, marks.text(below + key, translate(language, id!))]),
  )
  const marked = Object.fromEntries(
    Object.entries(overlays).map(([code, said]) => [
      code,
      isRecord(said)
        ? { ...markTexts(said, fields, `translations.${code}.`, marks), ...(code === language ? builtIn : {}) }
        : said,
    ]),
  )
  const english = { ...markTexts(texts, fields, '', marks), ...(language === 'en' ? builtIn : {}) }
  return { page, ...rest, content: JSON.stringify({ ...english, translations: marked }) }
}

function markTexts(texts: Texts, fields: readonly FieldSpec[], below: string, marks: Marks): Texts {
  const marked = fields
    .filter(({ key }) => key in texts)
    .map((field) => [field.key, markField(texts[field.key], field, below + field.key, marks)] as const)
  return { ...texts, ...Object.fromEntries(marked) }
}

function markField(value: unknown, field: FieldSpec | TextSpec, path: string, marks: Marks): unknown {
  if (field.kind === 'list')
    return Array.isArray(value)
      ? value.map((entry: unknown, index) =>
          isRecord(entry) ? markTexts(entry, field.entry, `${path}.${index}.`, marks) : entry,
        )
      : value
  if (typeof value !== 'string') return value
  return field.kind === 'html' ? marks.html(path, value) : marks.text(path, value)
}
