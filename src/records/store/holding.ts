import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { EditedPart } from '#records/list-query'
import type { RecordKind, StatusFilter } from '#records/record'
import { recordTexts as texts } from '#records/table'
import { type RecordRows, statusOf } from './rows'

type ByTable = {
  /** What of a part only the records' own table tells. */
  narrowed: (part: EditedPart) => SQL | undefined
  orderOf: (part: EditedPart) => SQL[]
}

/** The records of one kind that hold words: in one of their fields, in any language, or in their slug. */
export function recordsHolding<K extends RecordKind>({ kind, table }: RecordRows<K>, { narrowed, orderOf }: ByTable) {
  const ofText = eq(table.id, texts.recordId)

  const scopeOf = (words: readonly string[], filter: StatusFilter, part: EditedPart) =>
    and(
      eq(texts.kind, kind.name),
      filter === 'all' ? ne(texts.status, 'trashed') : eq(statusOf(texts), filter),
      part.id === undefined ? undefined : sql`${texts.recordId} = ${part.id}::bigint`,
      ...words.map((word) => sql`${texts.text} like ${patternOf(word)}`),
      narrowed(part),
    )

  /** Their ids, in order. */
  async function idsHolding(db: Database, words: readonly string[], filter: StatusFilter, part: EditedPart) {
    const by = orderOfTexts(part)
    const query = db
      .select({ id: texts.recordId })
      .from(texts)
      .where(scopeOf(words, filter, part))
      .orderBy(...(by ?? orderOf(part)))
      .offset(part.offset ?? 0)
      .$dynamic()
    if (part.limit !== undefined) query.limit(part.limit)
    const rows = await (by && narrowed(part) === undefined ? query : query.innerJoin(table, ofText))
    return rows.map(({ id }) => id)
  }

  async function countHolding(db: Database, words: readonly string[], filter: StatusFilter, part: EditedPart) {
    const query = db
      .select({ total: sql<number>`count(*)::int` })
      .from(texts)
      .where(scopeOf(words, filter, part))
      .$dynamic()
    const [row] = await (narrowed(part) === undefined ? query : query.innerJoin(table, ofText))
    return row?.total ?? 0
  }

  return { idsHolding, countHolding }
}

/** Where the texts tell the order as well. */
function orderOfTexts({ sort = '' }: EditedPart): SQL[] | undefined {
  const name = sort.replace(/^-/, '')
  const by = name === 'title' ? texts.text : name === 'publishedAt' ? texts.publishedAt : undefined
  return by && (sort === name ? [asc(by), asc(texts.recordId)] : [desc(by), desc(texts.recordId)])
}

const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
