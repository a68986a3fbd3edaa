import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { BackupReason, backupStates, restoreStates } from '#contract/backups'
import { moment, now } from '#platform/db/columns'
import type { BackupFaultCode } from './faults'

/**
 * Backups, each a `file` in the store `place`. Only one runs at a time, among all processes; `aliveAt` is its
 * heartbeat.
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
    /** The error message of the system or the store. */
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

/** The backup settings: at most one row. Nothing is due before `since`. */
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
