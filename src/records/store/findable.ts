import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Findable, FindableText } from '#platform/feature'
import { defaultLanguage, languages } from '#i18n/language'
import { unpackContent } from '#records/kind/content'
import { bodyValues } from '#records/kind/stored-body'
import { isNested, isText } from '#records/kind/fields'
import { wordsOf } from '#records/kind/nested-texts'
import type { RecordKind } from '#records/kind/record'
import { slugIn } from '#records/translation/localize'
import { localizeMetadata } from '#records/translation/versions'
import { asRow, type RecordTable, type Row } from './rows'

/** The search entries of one kind's records: all texts, with the title and the lead first. */
export function findableRecords(kind: RecordKind, table: RecordTable): Findable {
  const isPublished = eq(table.status, 'published')
  const named = Object.entries(kind.fields)
    .filter(([name, field]) => name !== 'title' && (isText(field) || isNested(field)))
    .toSorted(([, left], [, right]) => order.indexOf(left.type) - order.indexOf(right.type))
  const fields = Object.fromEntries(named)

  const textOf = (texts: Record<string, unknown>, original: Row) =>
    wordsOf(fields, { ...texts, content: asSentences(unpackContent(String(texts.content ?? '')).html) }, original)

  function toTexts(row: Row): FindableText[] {
    const { id, version, publishedAt } = row
    return languages.flatMap((language) => {
      const texts: Record<string, unknown> = language === defaultLanguage ? row : { ...row.translations[language] }
      const title = String(texts.title ?? '')
      if (title.trim() === '' || localizeMetadata({ ...row, ...bodyValues(kind, row) }, language).noindex) return []
      const params = { slug: slugIn(row, language) }
      return {
        id: String(id),
        version,
        visibleFrom: publishedAt,
        page: kind.page,
        language,
        params,
        title,
        text: textOf(texts, row),
      }
    })
  }

  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table} where ${isPublished}`,
    async read(db, ids) {
      const rows = await db
        .select()
        .from(table)
        .where(and(isPublished, inArray(table.id, ids.map(Number))))
        .orderBy(table.id)
        .for('share')
      return rows.flatMap((row) => toTexts(asRow(row)))
    },
    async details(db, ids) {
      const [name] = Object.entries(kind.fields).find(([, { type }]) => type === 'picture') ?? []
      const picture = name === undefined ? undefined : getTableColumns(table)[name]
      const rows = await db
        .select({
          id: table.id,
          publishedAt: table.publishedAt,
          picture: sql<string | null>`${picture ?? null}`,
        })
        .from(table)
        .where(inArray(table.id, ids.map(Number)))
      return new Map(
        rows.map(({ id, publishedAt, picture: src }) => [
          String(id),
          { date: typeof publishedAt === 'string' ? publishedAt : undefined, picture: src || undefined },
        ]),
      )
    },
  }
}

/** Headings end like sentences, so that what follows them in a line of text is not read as their end. */
const asSentences = (html: string) => html.replace(/([^.!?:…\s])(<\/h[1-6]>)/gi, '$1.$2')

/** Field types by how well they summarize a record. */
const order = ['lines', 'html', 'text', 'list', 'blocks']
