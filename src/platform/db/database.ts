import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Channel } from './channel'

/** Either driver: postgres.js for an external server, PGlite embedded. A transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>

export type OpenDatabase = {
  /**
   * For requests: answers within two seconds, or fails with `unavailable()` (as the error itself or as its `cause`).
   */
  db: Database
  /** For work that may take its time (migrating, restoring): a connection of its own, without deadlines. */
  atLeisure<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  isReady(): boolean
  /**
   * Whether writes may succeed. A server found read-only at the start is read from until there is one that takes writes;
   * `prepare` waits for that.
   */
  takesWrites(): boolean
  /** Only an external Postgres has one. */
  channel?: Channel
  close(): Promise<void>
}

/** The SQLSTATE (or system error code) at the bottom of a failed query. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return databaseErrorCode(error.cause) ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined)
}
