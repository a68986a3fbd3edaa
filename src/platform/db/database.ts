import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Channel } from './channel'

/** Either driver: postgres.js for an external server, PGlite embedded. Also a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>

export type OpenDatabase = {
  /**
   * For requests: responds within two seconds, or fails with `unavailable()` (as the error itself or as its `cause`).
   */
  db: Database
  /** Long work (migrations, restores) on a connection of its own, without timeouts. */
  withDedicatedConnection<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  isReady(): boolean
  /**
   * Whether writes can succeed. A server that is read-only at the start serves reads until one accepts writes;
   * `prepare` waits for that.
   */
  takesWrites(): boolean
  /** Only with an external PostgreSQL. */
  channel?: Channel
  close(): Promise<void>
}

/** The SQLSTATE (or system error code) of the innermost cause of a failed query. */
export function databaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return databaseErrorCode(error.cause) ?? ('code' in error && typeof error.code === 'string' ? error.code : undefined)
}
