import type { Kind } from '#platform/events/events'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'

/** Work that arises in memory: hits of redirects, pictures whose sizes are to be made. */
type WorkInMemory = 'hits' | 'pictures'

/** What wakes a job: committed changes of a kind, in any process, or work in the memory of this one. */
export type WakeName = Kind | WorkInMemory

export type Wakes = {
  wake(what: WakeName | 'all'): void
  /** Calls `woken` until the returned function is called. */
  subscribe(woken: (what: WakeName | 'all') => void): () => void
}

export function createWakes(): Wakes {
  const subscribers = new Set<(what: WakeName | 'all') => void>()
  return {
    wake(what) {
      for (const woken of subscribers) woken(what)
    },
    subscribe(woken) {
      subscribers.add(woken)
      return () => void subscribers.delete(woken)
    },
  }
}

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
