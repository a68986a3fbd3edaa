import { index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Language } from '#i18n/language'
import type { ImportCounts, importKinds, ImportRun, importStates } from './contract'
import type { ImportItemType } from './format'
import type { Payload, Remark } from './reading/reader'

/**
 * Read files of other systems. `title` is the file's name, `host` the host of its pictures; `aliveAt` is the heartbeat
 * of the process that runs the import.
 */
export const imports = pgTable('imports', {
  id: serial().primaryKey(),
  kind: text().$type<(typeof importKinds)[number]>().notNull(),
  title: text().notNull(),
  host: text().notNull().default(''),
  state: text().$type<(typeof importStates)[number]>().notNull().default('read'),
  found: jsonb().$type<ImportCounts>().notNull(),
  skipped: jsonb().$type<Remark[]>().notNull().default([]),
  run: jsonb().$type<ImportRun>(),
  /** The origin of this site when the import was started. */
  origin: text().notNull().default(''),
  /** The person who started it, the author of its records. */
  userId: integer(),
  username: text(),
  createdAt: moment().notNull().default(now),
  aliveAt: moment().notNull().default(now),
  /** The process that runs it. */
  holder: text(),
})

export const importItemStates = ['waiting', 'made', 'there', 'failed'] as const

/**
 * The items of an import, each with the `key` that identifies it across files (guid, uuid, path). `made`: created by
 * this import, `there`: it existed before. `version` is that of the record after the import.
 */
export const importItems = pgTable(
  'import_items',
  {
    id: serial().primaryKey(),
    importId: integer()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    type: text().$type<ImportItemType>().notNull(),
    key: text().notNull(),
    title: text().notNull(),
    language: text().$type<Language | ''>().notNull().default(''),
    payload: jsonb().$type<Payload>().notNull(),
    state: text().$type<(typeof importItemStates)[number]>().notNull().default('waiting'),
    /** Its slug, assigned before anything is created so that texts can link to it. */
    slug: text(),
    recordId: integer(),
    version: integer(),
    /** The reason of a failure, a key in the catalogs (`import.why.…`). */
    why: text(),
    /** Old URLs of pictures that remain in its text, because they could not be imported. */
    lacks: jsonb().$type<string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('import_items_key').on(table.importId, table.type, table.key, table.language),
    index('import_items_state').on(table.importId, table.state, table.type, table.id),
    index('import_items_known').on(table.type, table.key),
    index('import_items_record').on(table.type, table.recordId),
  ],
)
