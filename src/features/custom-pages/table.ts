import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { lifeColumns, translationIndexes } from '#records/kind/columns'
import type { SeoMetadata } from '#records/kind/seo-metadata'
import type { CustomPage, CustomPageTranslations } from './contract'

export const customPages = pgTable(
  'custom_pages',
  {
    id: serial().primaryKey(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    blocks: jsonb().$type<CustomPage['blocks']>().notNull().default([]),
    metadata: jsonb().$type<SeoMetadata>().notNull().default({}),
    translations: jsonb().$type<CustomPageTranslations>().notNull().default({}),
    ...lifeColumns,
    updatedAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
  },
  (table) => [
    // See posts.
    index('custom_pages_listed').on(table.id.desc().nullsFirst(), table.status, table.publishedAt),
    index('custom_pages_status').on(table.status, table.id.desc().nullsFirst()),
    index('custom_pages_live')
      .on(table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
    index('custom_pages_by_title').on(sql`lower(${table.title})`, table.id, table.status, table.title),
    ...translationIndexes('custom_pages', table, table.id.desc().nullsFirst()),
    check('custom_pages_slug_not_empty', sql`${table.slug} <> ''`),
  ],
)
