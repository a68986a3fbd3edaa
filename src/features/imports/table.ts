import { index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Language } from '#i18n/language'
import type { ImportCounts, importKinds, ImportRun, importStates } from './contract'
import type { Payload } from './payload'

/** What a remark says, as the catalogs name it (`import.why.…`), with what it speaks of. */
export type Remark = { title: string; why: string; values?: Record<string, string | number> }

/**
 * Files of other systems, read. `title` is what the file was called, `host` where its pictures may be fetched;
 * `aliveAt` says that the process which carries it out is still there.
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
  /** The site's own, as whoever began to carry it out saw it. */
  origin: text().notNull().default(''),
  /** Who began, for the records that are made. */
  userId: integer(),
  username: text(),
  createdAt: moment().notNull().default(now),
  aliveAt: moment().notNull().default(now),
  /** The process that carries it out. */
  holder: text(),
})

export const importItemTypes = ['post', 'page', 'project', 'media', 'redirect'] as const
export type ImportItemType = (typeof importItemTypes)[number]

/**
 * What an import is to make, each with the `key` by which the same is known in another file (guid, uuid, path). `made`
 * is what this import made, `there` what was there before it. `version` is that of the record as the import left it.
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
    state: text().$type<'waiting' | 'made' | 'there' | 'failed'>().notNull().default('waiting'),
    /** What it will be called, decided before anything is made so that links to it can be written. */
    slug: text(),
    recordId: integer(),
    version: integer(),
    /** Why it failed, as the catalogs name it (`import.why.…`). */
    why: text(),
    /** Addresses of pictures that its text keeps, because they could not be had. */
    lacks: jsonb().$type<string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('import_items_key').on(table.importId, table.type, table.key, table.language),
    index('import_items_state').on(table.importId, table.state, table.type, table.id),
    index('import_items_known').on(table.type, table.key),
    index('import_items_record').on(table.type, table.recordId),
  ],
)
