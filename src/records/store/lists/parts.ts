import { type SQL, sql } from 'drizzle-orm'
import { allIds } from '#platform/db/all-ids'
import type { Database } from '#platform/db/database'
import { inBatches, longestWhole } from '#platform/long-list'
import type { ListPart } from '#records/api/list-query'
import type { RecordTable } from '#records/store/rows'

/** A part of a list, in batches if it is long, and the total number of rows, if requested. */
export type Part<Row> = { rows: Row[] | AsyncGenerator<Row[]>; total?: number }

/** Reads the ids of a page first, so that skipped and filtered rows are not unpacked. */
export async function idsOf(
  db: Database,
  table: RecordTable,
  { scope, by }: { scope: SQL | undefined; by: SQL[] },
  { limit, offset = 0 }: ListPart,
): Promise<number[]> {
  const query = db
    .select({ id: sql<number>`${table.id}`.as('id') })
    .from(table)
    .where(scope)
    .orderBy(...by)
    .$dynamic()
  return limit === undefined
    ? (await allIds(db, query)).slice(offset)
    : (await query.limit(limit).offset(offset)).map(({ id }) => id)
}

/** Read at once if they are few. */
export async function inParts<Row>(ids: readonly number[], read: (some: readonly number[]) => Promise<Row[]>) {
  return ids.length > longestWhole ? inBatches(ids, read) : read(ids)
}
