import { sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Database } from './database'

/**
 * The ids that a query selects, in its order; aggregated into one row, because reading a hundred thousand rows is slow.
 */
export async function allIds(db: Database, query: PgSelect): Promise<number[]> {
  const [row] = await db.select({ ids: sql<string | null>`string_agg(id::text, ',')` }).from(query.as('listed'))
  return row?.ids?.split(',').map(Number) ?? []
}
