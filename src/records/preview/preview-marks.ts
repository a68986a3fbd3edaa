import { isRecord } from '#text/parse-json'
import type { Marks } from '#text/html/marks'
import { packContent, unpackContent } from '#records/kind/content'
import { isText } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

/** An answer whose texts and pictures say which field they come from, in every language. */
export function markRecord({ fields }: Pick<RecordKind, 'fields'>, answer: object, marks: Marks): object {
  const markAll = (record: Record<string, unknown>, below: string) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const field = fields[name]
        if (!field || typeof value !== 'string') return [name, value]
        if (!isText(field)) marks.value(below + name, value)
        else if (field.type === 'html') return [name, markContent(below + name, value, marks)]
        else return [name, marks.text(below + name, value)]
        return [name, value]
      }),
    )
  const { translations, ...record } = { translations: undefined, ...answer }
  const overlays = Object.entries(isRecord(translations) ? translations : {})
  return {
    ...markAll(record, ''),
    translations: Object.fromEntries(
      overlays.map(([language, texts]) => [
        language,
        isRecord(texts) ? markAll(texts, `translations.${language}.`) : texts,
      ]),
    ),
  }
}

function markContent(path: string, stored: string, marks: Marks): string {
  const { html, metadata } = unpackContent(stored)
  return packContent({ html: marks.html(path, html), metadata })
}
