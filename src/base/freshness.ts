import type { Database } from './db/database'

/**
 * Who has seen which writes. Every topic has a counter; kept answers remember the counters they were made under and are
 * worthless once one of them has moved on. No clock is involved.
 */
export type Freshness = {
  /** The counters of `topics` now, as one comparable text. */
  stamp(topics: readonly string[]): string
  /** Inside the transaction of a write: tells the other processes, should it commit (NOTIFY on an external Postgres). */
  announce(tx: Database, topics: readonly string[]): Promise<void>
  /** After the commit and before the answer: moves the counters on. */
  touch(topics: readonly string[]): Promise<void>
  /** Everything is suspect (a lost listen connection). */
  touchAll(): void
}
