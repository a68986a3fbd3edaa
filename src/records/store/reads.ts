import { and, desc, eq, gt, or, sql, asc, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import type { RevisionSummary } from '#records/history/history-contract'
import type { RecordInput, RecordKind } from '#records/kind/record'
import { listRevisions } from '#records/history/revisions'
import { freeSlug, isCalled } from './slugs'
import { slugPattern } from '#text/slugs/record-slug'
import { otherLanguages } from '#i18n/language'
import type { PublicAddress } from '#platform/feature'
import { bodyValues } from '#records/kind/stored-content'
import { writtenIn } from '#records/translation/versions'
import { asRow, type RecordRows, toRow } from './rows'

const batch = 1000

/** The URLs of public records, for sitemaps and the like. */
function recordAddresses<K extends RecordKind>({ kind, table, visible }: RecordRows<K>) {
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

/** The reads of one kind's records, for visitors and editors. */
export function recordReads<K extends RecordKind>(rows: RecordRows<K>) {
  const { kind, table, columns, visible, keyOf, slugWish, toPublic, toEdited } = rows
  type Stored = z.infer<K['record']>
  type Edited = z.infer<K['edited']>

  /** By its English slug, or by that of any language. Throws 404. */
  async function find(db: Database, slug: string | null, { inAnyLanguage = false } = {}): Promise<Stored> {
    const name = composed(slug)
    const [row] = slugPattern.test(name)
      ? await db
          .select(columns)
          .from(table)
          .where(and(inAnyLanguage ? isCalled(table, name) : eq(table.slug, name), visible))
      : []
    if (!row) throw notFound(kind.name)
    return toPublic(row)
  }

  /** By its slug, or else by its id if `orId`. Throws 404. */
  async function findEdited(db: Database, slug: string | null, { orId = false } = {}): Promise<Edited> {
    const name = composed(slug)
    const isNamed = eq(table.slug, name)
    const where = orId && /^[1-9]\d{0,8}$/.test(name) ? or(isNamed, eq(table.id, Number(name))) : isNamed
    const [row] = slugPattern.test(name)
      ? await db.select(columns).from(table).where(where).orderBy(desc(isNamed)).limit(1)
      : []
    if (!row) throw notFound(kind.name)
    return toEdited(db, row)
  }

  /** Its versions, newest first; none for a record older than the history. Throws 404. */
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

  /** The public record if the input were published now; stores nothing. Throws 404. */
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

  /** Milliseconds until another record becomes public, by the database's clock; null if none is scheduled. */
  async function untilNext(db: Database): Promise<number | null> {
    const [row] = await db
      .select({ ms: sql<string | null>`extract(epoch from (min(${table.publishedAt}) - clock_timestamp())) * 1000` })
      .from(table)
      .where(and(eq(table.status, 'published'), gt(table.publishedAt, sql`now()`)))
    return row?.ms === null || row === undefined ? null : Number(row.ms)
  }

  return {
    addresses: recordAddresses(rows),
    find,
    findEdited,
    listHistory,
    preview,
    untilNext,
  }
}

/** Stored slugs are composed. The router reads malformed escapes as null. */
const composed = (slug: string | null): string => slug?.normalize('NFC') ?? ''
