import { sql } from 'drizzle-orm'
import type { Database } from './database'

/**
 * A transaction with sequential scans disabled: the planner underestimates them, because it does not count the cost of
 * decompressing (TOAST) each row.
 */
export const byIndexes = <Result>(db: Database, work: (tx: Database) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`)
    return work(tx)
  })
