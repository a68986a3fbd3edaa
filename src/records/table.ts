import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Language } from '#i18n/language'
import type { StoredStatus } from './kind/columns'

/** Drafts of published records. `recordId` is a number, or the name of a page. */
export const recordDrafts = pgTable(
  'record_drafts',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    /** The number of the save, which is also that of its revision. */
    version: integer().notNull(),
    savedAt: moment().notNull().default(now),
    savedById: integer(),
    savedByName: text(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] })],
)

/**
 * Every version of every record, numbered from 1. `text` is the JSON of its values, or the replacement for what is in
 * the JSON of version `base` between its first `head` and its last `tail` characters. Consecutive autosaves are one
 * version, begun at `autosavedSince`: each replaces the one before, so `save` increments where `version` does not. Null
 * means the same as the version.
 */
export const recordRevisions = pgTable(
  'record_revisions',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    version: integer().notNull(),
    action: text().notNull(),
    savedAt: moment().notNull().default(now),
    savedById: integer(),
    savedByName: text(),
    restoredFrom: integer(),
    /** When a published version was to go live, if that was later than its save. */
    scheduledFor: moment(),
    base: integer(),
    head: integer().notNull().default(0),
    tail: integer().notNull().default(0),
    text: text().notNull(),
    save: integer(),
    autosavedSince: moment(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId, table.version] })],
)

/**
 * The English texts that translations were written or confirmed for, both as hashes. The texts of a list are keyed by
 * their field name only, so that rows can be moved. The English text itself is stored in one of the rows that refer to
 * it.
 */
export const recordTranslations = pgTable(
  'record_translations',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    language: text().$type<Language>().notNull(),
    field: text().notNull(),
    translation: text().notNull(),
    source: text().notNull(),
    sourceText: text(),
    savedAt: moment().notNull().default(now),
  },
  (table) => [
    primaryKey({
      name: 'record_translations_pk',
      columns: [table.kind, table.recordId, table.language, table.field, table.translation, table.source],
    }),
  ],
)

/**
 * The text filter of editors' lists, in a table of its own: a filter for a few words scans it completely, and records
 * with their contents are wide. `text` is the searched text in every language, without case and accents, with the title
 * first and before a line break. Maintained by triggers of the records' tables, so that it is correct for every writer.
 */
export const recordTexts = pgTable(
  'record_texts',
  {
    kind: text().notNull(),
    recordId: integer().notNull(),
    status: text().$type<StoredStatus>().notNull(),
    publishedAt: moment(),
    text: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.recordId] }),
    index('record_texts_order').on(
      table.kind,
      table.publishedAt.desc().nullsFirst(),
      table.recordId.desc().nullsFirst(),
    ),
  ],
)

/** When scheduled records are published. A row is deleted when the event is emitted. */
export const scheduledRecords = pgTable(
  'scheduled_records',
  {
    kind: text().notNull(),
    recordId: integer().notNull(),
    publishAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] })],
)

/**
 * Unpublished pages for people with the link. `id` is the SHA-256 of its token, which is not stored; `answer` is the
 * API's response at `address` if the page at `path` were published.
 */
export const previews = pgTable(
  'previews',
  {
    id: text().primaryKey(),
    path: text().notNull(),
    address: text().notNull(),
    answer: jsonb().$type<object>().notNull(),
    language: text().$type<Language>().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('previews_expires_at').on(table.expiresAt)],
)

/** The windows in which records are open. A window without recent heartbeats counts as closed. */
export const openWindows = pgTable(
  'open_windows',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    recordId: text().notNull(),
    userId: integer().notNull(),
    username: text().notNull(),
    since: moment().notNull().default(now),
    expiresAt: moment().notNull(),
  },
  (table) => [index('open_windows_record').on(table.kind, table.recordId)],
)
