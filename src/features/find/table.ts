import { sql, type SQLWrapper } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, now, tsvector } from '#platform/db/columns'
import type { Language } from '#i18n/language'

/** A text and the field that contains it. */
export type FieldText = { field: string; text: string }

/**
 * The texts of every record and page, of any status, in each language in which it is written, with those of its draft.
 * `version` and `draft` are the numbers of both as indexed; `foldedTitle` is the title's words, each after a blank.
 * Derived, so that archives do not contain it. The migration stores long columns out of line: searches read many rows for
 * their dates.
 */
export const findEntries = pgTable(
  'find_entries',
  {
    kind: text().notNull(),
    recordId: text().notNull(),
    language: text().$type<Language>().notNull(),
    version: integer().notNull(),
    draft: integer().notNull(),
    changedAt: moment().notNull().default(now),
    title: text().notNull(),
    foldedTitle: text().notNull(),
    texts: jsonb().$type<FieldText[]>().notNull(),
    words: tsvector().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.recordId, table.language] }),
    // Small, because searches scan the pending list of the index.
    index('find_entries_words').using('gin', table.words).with({ gin_pending_list_limit: 256 }),
    index('find_entries_title').using('gin', titleWords(table.foldedTitle)).with({ gin_pending_list_limit: 256 }),
  ],
)

/** SQL: the words of a folded title, and its first one once more after `^`. Words longer than the index takes are cut. */
export function titleWords(folded: SQLWrapper) {
  const title = sql`btrim(left(${folded}, 500))`
  return sql`array_to_tsvector(string_to_array('^' || ${title}, ' ') || string_to_array(${title}, ' '))`
}
