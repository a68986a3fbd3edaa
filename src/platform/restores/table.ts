import { sql } from 'drizzle-orm'
import { integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { restoreStates } from '#contract/restores'
import { moment, now } from '#platform/db/columns'

/** Why a restore failed, as the catalogs name it (`restore.fault.…`). */
export type RestoreFaultCode = 'backup' | 'damaged' | 'stopped' | 'other'

/**
 * Archives put in the place of everything, one at a time; `aliveAt` says that the process which does it is still there.
 * `title` is what the archive is called.
 */
export const restores = pgTable(
  'restores',
  {
    id: serial().primaryKey(),
    title: text().notNull(),
    state: text().$type<(typeof restoreStates)[number]>().notNull().default('running'),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    fault: text().$type<RestoreFaultCode>(),
    createdAt: moment().notNull().default(now),
    aliveAt: moment().notNull().default(now),
  },
  (table) => [
    uniqueIndex('restores_one_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
  ],
)
