import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '../../base/db/columns'
import { lifeColumns } from '../../records/columns'
import type { PostTranslations } from './contract'

export const posts = pgTable(
  'posts',
  {
    id: serial().primaryKey(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    excerpt: text().notNull(),
    imageUrl: text().notNull(),
    category: text().notNull().default(''),
    content: text().notNull(),
    translations: jsonb().$type<PostTranslations>().notNull().default({}),
    ...lifeColumns,
    updatedAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('posts_published_at').on(table.publishedAt.desc(), table.id.desc()),
    check('posts_slug_not_empty', sql`${table.slug} <> ''`),
  ],
)
