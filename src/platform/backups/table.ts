import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BackupReason, backupStates } from '#contract/backups'
import { moment, now } from '#platform/db/columns'
import type { BackupFaultCode } from './faults'

/**
 * The backups of the site, each a `file` at a `place`. One of all processes makes one at a time, and says
 * at `aliveAt` that it is still there.
 */
export const backups = pgTable(
  'backups',
  {
    id: serial().primaryKey(),
    file: text().notNull().unique(),
    place: text().notNull(),
    reason: text().$type<BackupReason>().notNull(),
    state: text().$type<(typeof backupStates)[number]>().notNull().default('running'),
    verified: boolean().notNull().default(false),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    fault: text().$type<BackupFaultCode>(),
    /** What the system or the store said of the fault. */
    detail: text().notNull().default(''),
    createdAt: moment().notNull().default(now),
    aliveAt: moment().notNull().default(now),
  },
  (table) => [
    uniqueIndex('backups_one_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
  ],
)

/** How the site is backed up: one row at most. What was due before `since` was not asked for. */
export const backupSettings = pgTable(
  'backup_settings',
  {
    id: integer().primaryKey().default(1),
    every: text().$type<'day' | 'week'>(),
    hour: integer().notNull(),
    keep: integer().notNull(),
    since: moment().notNull().default(now),
  },
  (table) => [check('backup_settings_one_row', sql`${table.id} = 1`)],
)
