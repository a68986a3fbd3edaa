import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conflict } from '#base/http-error'
import { slugify } from '#base/text/slug'
import type { Database } from '#base/db/database'
import { isUniqueViolation } from '#base/db/faults'

/** What a slug is made of: typed by hand, or (empty) from the title. `own` is the one that the record has already. */
export type SlugWish = { typed: string; title: string; fallback: string; reserved?: readonly string[]; own?: string }

type SlugTable = PgTable & { slug: PgColumn }

/**
 * Runs `write` with the slug that the record shall have. A typed slug that another record has is a 409; a generated one
 * gets the next free suffix, also when another request takes it at the same moment.
 */
export async function withSlug<Row>(
  tx: Database,
  table: SlugTable,
  wish: SlugWish,
  write: (tx: Database, slug: string) => Promise<Row>,
): Promise<Row> {
  for (let tries = 0; tries < 20; tries++) {
    const slug = wish.typed === '' ? await freeSlug(tx, table, wish) : wish.typed
    try {
      return await tx.transaction((savepoint) => write(savepoint, slug))
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (wish.typed !== '') break
    }
  }
  throw conflict('errors.slugTaken', [{ path: 'slug', message: 'errors.slugTaken' }])
}

export const slugPattern = /^[\w-]{1,240}$/

/** The slug that a title makes where none is typed. */
export async function freeSlug(
  tx: Database,
  table: SlugTable,
  { title, fallback, reserved = [], own }: SlugWish,
): Promise<string> {
  const base = slugify(title).slice(0, 200).replace(/-+$/, '') || fallback
  const isOfBase = (slug: string) =>
    slug === base || (slug.startsWith(`${base}-`) && /^[1-9]\d*$/.test(slug.slice(base.length + 1)))
  if (own !== undefined && isOfBase(own)) return own
  const rows = await tx
    .select({ slug: sql<string>`${table.slug}` })
    .from(table as PgTable)
    .where(sql`${eq(table.slug, base)} or starts_with(${table.slug}, ${`${base}-`})`)
  const taken = new Set([...rows.map(({ slug }) => slug), ...reserved])
  for (let suffix = 1; ; suffix++) {
    const slug = suffix === 1 ? base : `${base}-${suffix}`
    if (!taken.has(slug)) return slug
  }
}
