import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'
import { categorySlug } from '#text/slugs/category-slug'
import type { RecordTable } from '#records/store/rows'

/** The categories with a slug: those that differ only in case, accents or punctuation share one. */
export async function categoriesCalled(
  db: Database,
  from: { table: RecordTable; category: PgColumn },
  slug: string,
): Promise<string[]> {
  const wanted = slug.normalize('NFC')
  const names = await categoryNames(db, from)
  const called = names.filter((name) => categorySlug(name) === wanted)
  // Blocks and clients may have stored the former one.
  return called.length > 0 ? called : names.filter((name) => formerCategorySlug(name) === wanted)
}

/** The categories of some records, each once, found by a loose index scan. */
export async function categoryNames(
  db: Database,
  { table, category }: { table: RecordTable; category: PgColumn },
  where?: SQL,
): Promise<string[]> {
  const first = (after?: SQL) =>
    sql`select ${category} as name from ${table} where ${and(ne(category, ''), where, after)} order by 1 limit 1`
  const rows = await db.select({ name: sql<string>`name` }).from(
    sql`(with recursive found (name) as (
      (${first()}) union all select (${first(sql`${category} > found.name`)}) from found where found.name is not null
    ) select name from found where name is not null) as found`,
  )
  return rows.map(({ name }) => name)
}

/** The slug of a category before letters and signs such as `ß` and `C++` were spelled. */
export const formerCategorySlug = (category: string): string =>
  category
    // Which the database did not take for a blank.
    .replaceAll('\ufeff', '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/&/g, '-and-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '')
