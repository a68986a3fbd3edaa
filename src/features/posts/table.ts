import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '../../base/db/columns'
import { categorySlug, lifeColumns, spanishSlug } from '../../records/columns'
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
    index('posts_order').on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('posts_live')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
    index('posts_title').on(sql`lower(${table.title})`, table.id),
    index('posts_category').on(
      categorySlug(table.category),
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    uniqueIndex('posts_spanish_slug').on(spanishSlug(table.translations)),
    check('posts_slug_not_empty', sql`${table.slug} <> ''`),
  ],
)
