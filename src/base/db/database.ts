import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Either driver: postgres.js for an external server, PGlite embedded. A transaction is one too. */
export type Database = PgDatabase<PgQueryResultHKT>
