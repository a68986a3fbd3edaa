import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { lifeColumns, translationIndexes } from '#records/kind/columns'
import type { Project, ProjectTranslations } from './contract'

export const projects = pgTable(
  'projects',
  {
    id: serial().primaryKey(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    description: text().notNull(),
    excerpt: text().notNull().default(''),
    imageUrl: text().notNull(),
    category: text().notNull(),
    type: text().notNull().default(''),
    content: text().notNull(),
    isFeatured: boolean().notNull().default(false),
    facts: jsonb().$type<Project['facts']>().notNull().default([]),
    results: jsonb().$type<Project['results']>().notNull().default([]),
    githubUrl: text(),
    demoUrl: text(),
    translations: jsonb().$type<ProjectTranslations>().notNull().default({}),
    ...lifeColumns,
    /** Null without a manual order, and for newer projects, which come first. */
    position: integer(),
    updatedAt: moment().notNull().default(now),
    version: integer().notNull().default(1),
  },
  (table) => [
    // See posts.
    index('projects_listed').on(
      table.position.asc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.category,
      table.type,
      table.isFeatured,
      table.publishedAt,
    ),
    index('projects_status').on(table.status, table.position.asc().nullsFirst(), table.id.desc().nullsFirst()),
    index('projects_live')
      .on(table.position.asc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'published'`),
    index('projects_by_title').on(sql`lower(${table.title})`, table.id, table.status, table.title, table.category),
    index('projects_by_category_name').on(sql`lower(${table.category})`, table.id, table.status, table.category),
    index('projects_in_category').on(
      table.category,
      table.position.asc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.publishedAt,
    ),
    ...translationIndexes('projects', table, table.position.asc().nullsFirst(), table.id.desc().nullsFirst()),
    index('projects_featured')
      .on(table.position.asc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.isFeatured}`),
    check('projects_slug_not_empty', sql`${table.slug} <> ''`),
  ],
)
