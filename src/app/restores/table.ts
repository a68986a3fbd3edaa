import { sql } from 'drizzle-orm'
import { integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { restoreStates } from '#contract/restores'
import { moment, now } from '#platform/db/columns'

/** Reasons of failed restores; their texts are `restore.fault.…` in the catalogs. */
export type RestoreFaultCode = 'backup' | 'damaged' | 'stopped' | 'other'

/**
 * Restores of archives, one at a time; `aliveAt` is the heartbeat of the process that runs it. `title` is the archive's
 * name.
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
