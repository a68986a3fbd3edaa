import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import type { LanguageTexts } from '#contract/site'
import { moment, now } from '#platform/db/columns'
import type { Mime, StoredUseKind, UseStage } from './contract'

/**
 * The items of the library. `hash` is the SHA-256 of the file and its name in the store; `addressName` is the initial
 * name, because the URL is permanent. `words` is the searched text.
 */
export const media = pgTable(
  'media',
  {
    id: serial().primaryKey(),
    hash: text().notNull().unique(),
    name: text().notNull(),
    addressName: text().notNull(),
    mime: text().$type<Mime>().notNull(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
    frames: integer().notNull().default(1),
    colour: text(),
    altEn: text().notNull().default(''),
    altEs: text().notNull().default(''),
    /** The alternative texts of languages without a column of their own. */
    alt: jsonb().$type<Partial<LanguageTexts>>().notNull().default({}),
    decorative: boolean().notNull().default(false),
    focusX: doublePrecision().notNull().default(0.5),
    focusY: doublePrecision().notNull().default(0.5),
    words: text().notNull().default(''),
    createdAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
    /** Set while it is in the trash. */
    trashedAt: moment(),
  },
  (table) => [
    index('media_words')
      .using('gin', sql`find_words(${table.words})`)
      .with({ gin_pending_list_limit: 256 }),
  ],
)

/** Hashes of replaced files, so that URLs made of them redirect to the current file. */
export const mediaFormer = pgTable('media_former', { hash: text().primaryKey(), mediaId: integer().notNull() })

/**
 * Which record uses which item in which field: live, in its draft, and in its versions `since` to `until`. Derived from
 * the records, and rebuilt where it is missing.
 */
export const mediaUses = pgTable(
  'media_uses',
  {
    kind: text().$type<StoredUseKind>().notNull(),
    recordId: text().notNull(),
    mediaId: integer().notNull(),
    field: text().notNull(),
    place: text().$type<UseStage>().notNull(),
    since: integer().notNull().default(0),
    until: integer().notNull().default(0),
    title: text().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'media_uses_pk',
      columns: [table.kind, table.recordId, table.mediaId, table.field, table.place, table.since],
    }),
    index('media_uses_media').on(table.mediaId),
  ],
)

/** The state of a record whose uses were indexed: its version, that of its draft, and the newest of its history. */
export const mediaScans = pgTable(
  'media_scans',
  {
    kind: text().$type<StoredUseKind>().notNull(),
    recordId: text().notNull(),
    version: integer().notNull(),
    draft: integer().notNull(),
    save: integer().notNull(),
    /** The number of the newest indexed version. */
    newest: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] })],
)

export type MediaRow = typeof media.$inferSelect
