import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { otherLanguages } from '#i18n/language'
import type { Database } from '#platform/db/database'
import type { PublicAddress } from '#platform/feature'
import { notFound } from '#contract/http-error'
import type { RevisionSummary } from '#records/history/history-contract'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { listRevisions } from '#records/history/revisions'
import { freeSlug, isCalled, slugPattern } from '#records/slugs'
import { bodyValues } from '#records/kind/stored-body'
import { writtenIn } from '#records/translation/localize'
import { asRow, type RecordRows, toRow } from './rows'

const batch = 1000

/** What visitors and editors read of the records of one kind. */
export function recordReads<K extends RecordKind>({
  kind,
  table,
  columns,
  visible,
  keyOf,
  slugWish,
  toPublic,
  toEdited,
}: RecordRows<K>) {
  type Stored = z.infer<K['record']>
  type Edited = z.infer<K['edited']>

  /** By its English slug, or by that of any language. Throws 404. */
  async function find(db: Database, slug: string, { inAnyLanguage = false } = {}): Promise<Stored> {
    const [row] = slugPattern.test(slug)
      ? await db
          .select(columns)
          .from(table)
          .where(and(inAnyLanguage ? isCalled(table, slug) : eq(table.slug, slug), visible))
      : []
    if (!row) throw notFound(kind.name)
    return toPublic(row)
  }

  /**
   * What may name a canonical address. Unpacking is what that costs: of HTML only the beginning is, and what translations
   * say once.
   */
  const canonicalSource: Record<string, SQL | PgColumn> = table.metadata
    ? { metadata: table.metadata }
    : {
        content: sql`case when left(${table.content}, 100) ~ '^\\s*\\{' then case when ${table.content} like '%"canonical"%' then ${table.content} end end`,
      }

  async function countStretches(db: Database, length: number): Promise<{ stretch: number; records: number }[]> {
    return db
      .select({
        stretch: sql<number>`(${table.id} - 1) / ${length}::int + 1`,
        records: sql<number>`count(*)::int`,
      })
      .from(table)
      .where(visible)
      .groupBy(sql`1`)
      .orderBy(sql`1`)
  }

  /** Where visitors find the records, by id. */
  async function* listAddresses(
    db: Database,
    { after, upTo }: { after: number; upTo: number },
  ): AsyncGenerator<PublicAddress[]> {
    const told = {
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
        .select(told)
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

  /** Throws 404. */
  async function findEdited(db: Database, slug: string): Promise<Edited> {
    const [row] = slugPattern.test(slug) ? await db.select(columns).from(table).where(eq(table.slug, slug)) : []
    if (!row) throw notFound(kind.name)
    return toEdited(db, row)
  }

  /** Its versions, newest first; a record of before histories were kept has none. Throws 404. */
  async function listHistory(
    db: Database,
    id: number,
    page: { before?: number; limit: number },
  ): Promise<RevisionSummary[]> {
    const revisions = await listRevisions(db, keyOf(id), page)
    if (revisions.length > 0) return revisions
    const [row] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
    if (!row) throw notFound(kind.name)
    return []
  }

  /** What visitors would see if the input were published now; nothing is stored. Throws 404. */
  async function preview(db: Database, id: number | undefined, input: RecordInput): Promise<Stored> {
    const [stored] = id === undefined ? [] : await db.select(columns).from(table).where(eq(table.id, id))
    if (id !== undefined && !stored) throw notFound(kind.name)
    const before = stored && asRow(stored)
    const moment = new Date().toISOString()
    const blank = { id: 0, version: 0, translations: {}, publishedAt: null }
    return toPublic({
      ...(before ?? blank),
      ...toRow(kind, input, true),
      slug: input.slug === '' ? await freeSlug(db, table, { ...slugWish(input), own: before }) : input.slug,
      status: 'published',
      publishedAt: input.publishedAt ?? before?.publishedAt ?? moment,
      updatedAt: moment,
      version: (before?.version ?? 0) + 1,
    })
  }

  /** Milliseconds until visitors see a record more, as the database's clock has it; null when nothing is scheduled. */
  async function untilNext(db: Database): Promise<number | null> {
    const [row] = await db
      .select({ ms: sql<string | null>`extract(epoch from (min(${table.publishedAt}) - clock_timestamp())) * 1000` })
      .from(table)
      .where(and(eq(table.status, 'published'), gt(table.publishedAt, sql`now()`)))
    return row?.ms === null || row === undefined ? null : Number(row.ms)
  }

  return {
    find,
    addresses: { count: countStretches, list: listAddresses },
    findEdited,
    listHistory,
    preview,
    untilNext,
  }
}
