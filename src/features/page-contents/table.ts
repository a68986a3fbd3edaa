import { sql } from 'drizzle-orm'
import { check, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

/** `content` is JSON, stored as text: key order and unknown keys are the administrator's. */
export const pageContents = pgTable(
  'page_contents',
  {
    id: serial().primaryKey(),
    page: text().notNull().unique(),
    content: text().notNull(),
    updatedAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('page_contents_known_page', sql`${table.page} in ('home', 'projects', 'blog', 'about', 'contact', 'legal')`),
  ],
)
