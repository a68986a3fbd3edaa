import { and, getTableName, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conflict } from '#contract/http-error'
import { recordSlug } from '#text/slugs/record-slug'
import type { Database } from '#platform/db/database'
import { isUniqueViolation } from '#platform/db/faults'
import type { Translations } from '#i18n/by-language'
import { otherLanguages } from '#i18n/language'
import { translatedSlug } from '#records/kind/columns'
import { cachedReadWithFallback } from '#platform/cache/cached-read'
import type { Services } from '#platform/services'
import type { RecordKind } from '#records/kind/record'

/** The source of a slug: typed by hand, or (if empty) derived from the title. */
export type SlugWish = {
  typed: string
  title: string
  fallback: string
  reserved?: readonly string[]
  /** The slugs of the other languages, which are only set if typed; undefined leaves one unchanged. */
  translated?: Translations<string | undefined>
  /** The record's current slugs. */
  own?: { id: number; slug: string; translations: Translations<{ slug?: string }> }
}

type SlugTable = PgTable & Record<'id' | 'slug' | 'translations', PgColumn>

/**
 * Runs `write` with a free slug. The slugs of all languages share one namespace: a typed one that is taken by another
 * record is a 409; a generated one gets the next free suffix, also when a concurrent request takes it.
 */
export async function withSlug<Row>(
  tx: Database,
  table: SlugTable,
  wish: SlugWish,
  write: (tx: Database, slug: string) => Promise<Row>,
): Promise<Row> {
  const { typed, translated = {}, own } = wish
  const news = otherLanguages.flatMap((language) => {
    const slug = translated[language]
    return slug && slug !== own?.translations[language]?.slug ? [{ slug, path: `translations.${language}.slug` }] : []
  })
  // The record's own slugs cannot be taken by another one.
  if (typed !== '' && typed === own?.slug && news.length === 0) return write(tx, typed)
  if (news.length > 0 || typed !== own?.slug) await takeTurn(tx, table)
  for (const one of news) await checkFree(tx, table, wish, one)
  if (typed !== '' && typed !== own?.slug) await checkFree(tx, table, wish, { slug: typed, path: 'slug' })
  for (let tries = 0; tries < 20; tries++) {
    const slug = typed === '' ? await freeSlug(tx, table, wish) : typed
    try {
      return await tx.transaction((savepoint) => write(savepoint, slug))
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (typed !== '') break
    }
  }
  throw taken('slug')
}

/** SQL: the records with one of these slugs in any language. */
export const isCalled = (table: SlugTable, ...slugs: string[]): SQL | undefined =>
  or(inArray(table.slug, slugs), ...slugsIn(table).map((slug) => inArray(slug, slugs)))

/** SQL: the slugs in the other languages. */
const slugsIn = (table: Pick<SlugTable, 'translations'>): SQL<string | null>[] =>
  otherLanguages.map((language) => translatedSlug(table.translations, language))

/** The slugs of all records of a table, in all languages. */
export async function takenSlugs(db: Database, table: SlugTable): Promise<Set<string>> {
  const names = sql.join([table.slug, ...slugsIn(table)], sql`, `)
  // As JSON: the driver of PostgreSQL reads no arrays.
  const rows = await db.select({ names: sql<(string | null)[]>`jsonb_build_array(${names})` }).from(table as PgTable)
  return new Set(rows.flatMap((row) => row.names.filter((name) => name !== null)))
}

/** The slug derived from a title. */
export async function freeSlug(
  tx: Database,
  table: SlugTable,
  { title, fallback, reserved = [], own }: SlugWish,
): Promise<string> {
  const base = recordSlug(title) || fallback
  const isOfBase = (slug: string) =>
    slug === base || (slug.startsWith(`${base}-`) && /^[1-9]\d*$/.test(slug.slice(base.length + 1)))
  if (own !== undefined && isOfBase(own.slug)) return own.slug
  const names = [sql<string>`${table.slug}`, ...slugsIn(table)]
  const begins = names.map((name) => sql`starts_with(${name}, ${`${base}-`})`)
  const rows = await tx
    .select({ names: sql<(string | null)[]>`jsonb_build_array(${sql.join(names, sql`, `)})` })
    .from(table as PgTable)
    .where(and(or(isCalled(table, base), ...begins), ofOthers(table, own)))
  const all = new Set([...rows.flatMap((row) => row.names), ...reserved])
  for (let suffix = 1; ; suffix++) {
    const slug = suffix === 1 ? base : `${base}-${suffix}`
    if (!all.has(slug)) return slug
  }
}

/** No index covers slugs of two records in different languages, so a lock serializes changes of a kind's slugs. */
const takeTurn = (tx: Database, table: SlugTable) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slugs ${getTableName(table)}`}, 0))`)

async function checkFree(
  tx: Database,
  table: SlugTable,
  { own }: SlugWish,
  { slug, path }: { slug: string; path: string },
): Promise<void> {
  const others = await tx.$count(table as PgTable, and(isCalled(table, slug), ofOthers(table, own)))
  if (others > 0) throw taken(path)
}

const ofOthers = (table: SlugTable, own: SlugWish['own']) => (own ? ne(table.id, own.id) : undefined)

const taken = (path: string) => conflict('errors.slugTaken', [{ path, message: 'errors.slugTaken' }])

/**
 * Whether any record of a kind, public or not, has this slug in some language. Answers from memory, so that a flood of
 * unknown names causes no queries. While the database is unreachable and nothing is loaded, every name may exist.
 */
export const knownSlugs =
  ({ name }: Pick<RecordKind, 'name'>, table: SlugTable) =>
  ({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>) => {
    const known = cachedReadWithFallback<ReadonlySet<string> | undefined>(cacheTags, [name], undefined, async () => {
      return takenSlugs(db, table)
    })
    return async (slug: string): Promise<boolean> => (await known())?.has(slug) ?? true
  }
