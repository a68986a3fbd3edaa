import { and, asc, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import type { PublicAddress } from '#platform/feature'
import type { RecordKind } from '#records/kind/record'
import { bodyValues } from '#records/kind/stored-body'
import { writtenIn } from '#records/translation/versions'
import { asRow, type RecordRows } from './rows'

const batch = 1000

/** The URLs of public records, for sitemaps and the like. */
export function recordAddresses<K extends RecordKind>({ kind, table, visible }: RecordRows<K>) {
  /**
   * The columns that may contain a canonical URL or `noindex`. Unpacking is the expensive part: only the beginning of HTML is read,
   * and translations once.
   */
  const canonicalSource: Record<string, SQL | PgColumn> = table.metadata
    ? { metadata: table.metadata }
    : {
        content: sql`case when left(${table.content}, 100) ~ '^\\s*\\{' then case when ${table.content} ~ '"(canonical|noindex)":' then ${table.content} end end`,
      }

  async function countRanges(db: Database, length: number): Promise<{ range: number; records: number }[]> {
    return db
      .select({
        range: sql<number>`(${table.id} - 1) / ${length}::int + 1`,
        records: sql<number>`count(*)::int`,
      })
      .from(table)
      .where(visible)
      .groupBy(sql`1`)
      .orderBy(sql`1`)
  }

  /** The public paths of the records, by id. */
  async function* listAddresses(
    db: Database,
    { after, upTo }: { after: number; upTo: number },
  ): AsyncGenerator<PublicAddress[]> {
    const columns = {
      id: sql<number>`${table.id}`,
      slug: sql<string>`${table.slug}`,
      changedAt: sql`${table.updatedAt}`.mapWith(table.updatedAt),
      ...canonicalSource,
      translations: otherLanguages
        .reduce<SQL>((rest, language) => sql`${rest} #- ${`{${language},content}`}::text[]`, sql`${table.translations}`)
        .mapWith(table.translations),
    }
    for (let last = after, full = true; full;) {
      const rows = await db
        .select(columns)
        .from(table)
        .where(and(gt(table.id, last), lte(table.id, upTo), visible))
        .orderBy(asc(table.id))
        .limit(batch)
      last = rows.at(-1)?.id ?? last
      full = rows.length === batch
      yield rows
        .filter(({ slug }) => !kind.reservedSlugs.includes(slug))
        .map(({ slug, changedAt, ...stored }) => {
          const { translations, content, metadata: filled } = asRow(stored)
          const { metadata } = bodyValues(kind, { content: content ?? '', metadata: filled })
          const record = { slug, metadata, translations }
          return { page: kind.page, written: writtenIn(record), changedAt: String(changedAt) }
        })
    }
  }

  return { count: countRanges, list: listAddresses }
}
