import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { Language } from '#i18n/language'
import type { StoredStatus } from './kind/columns'

/** What is saved and not published of records that visitors see. `recordId` is a number, or the name of a page. */
export const recordDrafts = pgTable(
  'record_drafts',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    /** Which save of the record it is: that of its revision. */
    version: integer().notNull(),
    savedAt: moment().notNull().default(now),
    savedById: integer(),
    savedByName: text(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.recordId] })],
)

/**
 * Every version of every record, numbered from 1. `text` is the JSON of its values, or what stands in the JSON of
 * version `base` between its first `head` and its last `tail` characters. Autosaves in a row are one version, begun at
 * `autosavedSince`: each takes the place of the one before, so `save` counts on where `version` does not. Null is the
 * version itself.
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
 * Which English the texts in another language were written for, or found to be right for: both by the hash of the text.
 * A list's texts are kept by their name alone, so that they may change places. The English itself stands in one of the
 * rows that name it.
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
 * What lists of editors are filtered by, beside the records: a list is read through whole for a few words, and records
 * with their contents are wide. `text` is what each can be found by, in every language, without case and accents, its
 * title first and before a line break. Kept by triggers of the records' tables, so that it is right whoever writes.
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

/** When records that are scheduled go live. A row stays until somebody has told of that. */
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
 * Pages that are not published, for whoever has the link. `id` is the SHA-256 of its token, which nobody but its
 * holders knows;
 * `answer` is what the API would answer at `address` if the page at `path` were published.
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
