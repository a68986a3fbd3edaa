import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { EditedPart } from '#records/api/list-query'
import type { RecordKind, StatusFilter } from '#records/kind/record'
import { recordTexts as texts } from '#records/table'
import { allIds } from '#platform/db/all-ids'
import { type RecordRows, withStatus } from '#records/store/rows'

type ByTable = {
  /** Filters that need the records' own table. */
  narrowed: (part: EditedPart) => SQL | undefined
  orderOf: (part: EditedPart) => SQL[]
}

/** The records of one kind that contain words: in a field, in any language, or in their slug. */
export function recordsContaining<K extends RecordKind>(
  { kind, table }: RecordRows<K>,
  { narrowed, orderOf }: ByTable,
) {
  const ofText = eq(table.id, texts.recordId)

  const scopeOf = (words: readonly string[], filter: StatusFilter, part: EditedPart) =>
    and(
      eq(texts.kind, kind.name),
      withStatus(texts, filter),
      part.id === undefined ? undefined : sql`${texts.recordId} = ${part.id}::bigint`,
      ...words.map((word) => sql`strpos(${texts.text}, ${word}) > 0`),
      narrowed(part),
    )

  /** The ids of a page in order, and the total number, in one scan of the texts. */
  async function partHolding(db: Database, words: readonly string[], filter: StatusFilter, part: EditedPart) {
    const { limit, offset = 0 } = part
    const [by, direction] = orderOfTexts(part) ?? [
      sql`row_number() over (order by ${sql.join(orderOf(part), sql`, `)})`,
      asc,
    ]
    const query = db
      .select({ id: sql<number>`${texts.recordId}`.as('id'), by: by.as('found_by') })
      .from(texts)
      .where(scopeOf(words, filter, part))
      .$dynamic()
    const isJoined = orderOfTexts(part) === undefined || narrowed(part) !== undefined
    const found = db.$with('found').as(isJoined ? query.innerJoin(table, ofText) : query)
    const ordered = db
      .with(found)
      .select({ id: found.id, total: sql<number>`(select count(*)::int from ${found})`.as('total') })
      .from(found)
      .orderBy(direction(found.by), direction(found.id))
      .$dynamic()
    if (limit === undefined) {
      const ids = await allIds(db, ordered)
      return { ids: ids.slice(offset), total: ids.length }
    }
    const rows = await ordered.limit(limit).offset(offset)
    const [counted] =
      rows.length > 0 || offset === 0
        ? rows
        : await db
            .with(found)
            .select({ total: sql<number>`count(*)::int` })
            .from(found)
    return { ids: rows.map(({ id }) => id), total: counted?.total ?? 0 }
  }

  return partHolding
}

/** The order and direction, if the texts table can provide them. A title is the first line of a text. */
function orderOfTexts({ sort = '' }: EditedPart): [by: SQL, direction: typeof asc] | undefined {
  const name = sort.replace(/^-/, '')
  const direction = sort === name ? asc : desc
  if (name === 'title') return [sql`split_part(${texts.text}, E'\\n', 1)`, direction]
  return name === 'publishedAt' ? [sql`${texts.publishedAt}`, direction] : undefined
}
