import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

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

/** `interrupted`: a short gap, on the same connection. */
export type ListenStart = 'begun' | 'interrupted'

/** Notifications between processes (LISTEN/NOTIFY), with an external PostgreSQL only. */
export type Channel = {
  /** `heard` gets every payload; `resumed` is called whenever some may have been missed. */
  listen(name: string, heard: (payload: string) => void, resumed: () => void): void
  /**
   * Runs a statement on the listening connection: when it returns, every notification committed before it has been
   * delivered, and later ones were committed after it. Throws on failure, also without a connection.
   */
  ask(statement: string, parameters?: string[]): Promise<Record<string, unknown>[]>
  /** `greet` has to succeed before `isListening` is true: after the start, and after a short interruption. */
  onListening(greet: (how: ListenStart) => Promise<void>): void
  /** Keeps `isListening` false until the returned function is called. */
  hold(): () => void
  /** Whether every notification committed until a moment ago (`longestSilence`) has been delivered here. */
  isListening(): boolean
  /** Keeps proving that, or begins again: after a second without use it is proven every few seconds only. */
  noteUse(): void
  /** Whether the database is unreachable. */
  isAway(): boolean
  /** Whether listening has ever worked. */
  hasListened(): boolean
  /** Resolves when `isListening` is true, or is known to stay false, or after `longestWait`. Counts as use. */
  settled(): Promise<void>
  /** Why notifications do not arrive, if that persists. */
  listenError(): string | undefined
}

/**
 * Milliseconds: maximum age of the last proof that all notifications have arrived. A process with an older proof serves
 * no cached responses.
 */
export const longestSilence = 90
