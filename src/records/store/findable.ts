import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Findable, FindableText } from '#platform/feature'
import { htmlToText } from '#text/html-text'
import { unpackContent } from '#records/kind/content'
import { isText } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { slugIn } from '#records/translation/localize'
import { asRow, type RecordTable, type Row } from './rows'

/** What searches find of the records of one kind: all its texts, its title and its lead before the others. */
export function findableRecords(kind: RecordKind, table: RecordTable): Findable {
  const isPublished = eq(table.status, 'published')
  const names = Object.entries(kind.fields)
    .filter(([name, field]) => name !== 'title' && isText(field))
    .toSorted(([, left], [, right]) => order.indexOf(left.type) - order.indexOf(right.type))
    .map(([name]) => name)

  const textOf = (texts: Record<string, unknown>) =>
    names
      .map((name) => String(texts[name] ?? ''))
      .map((text, at) => (names[at] === 'content' ? htmlToText(unpackContent(text).html) : text.trim()))
      .filter(Boolean)
      .join('\n')

  function toTexts(row: Row): FindableText[] {
    const { id, version, publishedAt } = row
    const overlay: Record<string, unknown> = { ...row.translations.es }
    const common = { id: String(id), version, visibleFrom: publishedAt, page: kind.page }
    const english = {
      language: 'en' as const,
      params: { slug: slugIn(row, 'en') },
      title: String(row.title),
      text: textOf(row),
    }
    const spanish = {
      language: 'es' as const,
      params: { slug: slugIn(row, 'es') },
      title: String(overlay.title ?? ''),
      text: textOf(overlay),
    }
    return [english, spanish].filter(({ title }) => title.trim() !== '').map((texts) => ({ ...common, ...texts }))
  }

  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table} where ${isPublished}`,
    async read(db, ids) {
      const rows = await db
        .select()
        .from(table)
        .where(and(isPublished, inArray(table.id, ids.map(Number))))
      return rows.flatMap((row) => toTexts(asRow(row)))
    },
  }
}

/** What tells most of a record in a few words comes first. */
const order = ['lines', 'html', 'text']
