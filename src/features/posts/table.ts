import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { lifeColumns, translationIndexes } from '#records/kind/columns'
import type { Language } from '#i18n/language'
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
    author: text().notNull().default(''),
    content: text().notNull(),
    translations: jsonb().$type<PostTranslations>().notNull().default({}),
    ...lifeColumns,
    updatedAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
  },
  (table) => [
    // Lists are filtered, sorted and counted by an index-only scan, because rows with their contents are wide. For that
    // the index also has to include the columns used in its expression.
    index('posts_listed').on(
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.category,
      table.author,
    ),
    index('posts_status').on(table.status, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('posts_live')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
    index('posts_by_title').on(sql`lower(${table.title})`, table.id, table.status, table.title, table.category),
    index('posts_by_category_name').on(sql`lower(${table.category})`, table.id, table.status, table.category),
    index('posts_in_category').on(
      table.category,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
    ),
    ...translationIndexes('posts', table, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('posts_slug_not_empty', sql`${table.slug} <> ''`),
  ],
)

/** The ids of posts in feeds, by language: kept when slugs change, and after a post was deleted. */
export const feedIds = pgTable(
  'feed_ids',
  {
    postId: integer().notNull(),
    language: text().$type<Language>().notNull(),
    /** A URL; a path if SITE_URL was not set. */
    uri: text().notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.language] })],
)
