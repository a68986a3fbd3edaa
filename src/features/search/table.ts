import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, tsvector } from '#platform/db/columns'
import type { Language } from '#i18n/language'

/** In kilobytes, kept small because searches scan a GIN index's pending list sequentially. */
const shortQueue = { gin_pending_list_limit: 256 }

/**
 * The search index: the texts of every published record, including scheduled ones, in each language in which it is
 * written. `version` is that of the indexed record.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    language: text().$type<Language>().notNull(),
    version: integer().notNull(),
    visibleFrom: moment(),
    page: text().notNull(),
    params: jsonb().$type<Record<string, string>>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    titleVector: tsvector().notNull(),
    vector: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.recordId, table.language] }),
    index('search_entries_title').using('gin', table.titleVector).with(shortQueue),
    index('search_entries_text').using('gin', table.vector).with(shortQueue),
  ],
)

/**
 * The words of all entries, without accents, and their trigrams: the candidates for typo suggestions. Unused words stay
 * until `deleteUnusedWords`; readers have to check in `searchEntries` whether a word is visible to visitors.
 */
export const searchWords = pgTable(
  'search_words',
  {
    language: text().$type<Language>().notNull(),
    word: text().notNull(),
    trigrams: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.language, table.word] }),
    index('search_words_trigrams').using('gin', table.trigrams).with(shortQueue),
  ],
)
