import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'

/** Milliseconds until the earliest `moment` of some rows, by the database's clock; Infinity without any. */
export async function untilEarliest(
  db: Database,
  table: PgTable,
  { moment, where }: { moment: SQL; where?: SQL },
): Promise<number> {
  const [row] = await db
    .select({ ms: sql<number | null>`(extract(epoch from min(${moment}) - now()) * 1000)::float8` })
    .from(table)
    .where(where)
  return row?.ms ?? Infinity
}
