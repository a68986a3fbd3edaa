import { asc, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import type { PublicAddress } from '#base/feature'
import { notFound } from '#base/http-error'
import { checkVersion, type Expected } from '#base/writes/versions'
import { namesOf } from './fields'
import type { RecordInput, RecordKind } from './record'
import { slugPattern, withSlug } from './slugs'
import { cleanContent, cleanTranslations, contentToStore, storedMetadata, translationsToStore } from './stored-content'

/** The columns that the table of every kind has; those of its fields bear the fields' names. */
export type RecordTable = PgTable & Record<'id' | 'slug' | 'title' | 'content' | 'translations' | 'updatedAt' | 'version', PgColumn>

type Row = { id: number; content: string; translations: { es?: { content?: string } } } & Record<string, unknown>

type Options = {
  /** Of lists; the highest id first unless it says otherwise. */
  order?: SQL[]
}

const batch = 1000

type Listing = { where?: SQL; limit?: number }

/** What is done with the records of one kind. Writes take a transaction. */
export function recordStore<K extends RecordKind>(kind: K, table: RecordTable, { order = [desc(table.id)] }: Options = {}) {
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  const missing = () => notFound(kind.name)
  const { content: _, ...listed } = getTableColumns(table)
  const texts = sql`${table.translations} #- '{es,content}' #- '{es,metadata}'`.mapWith(table.translations)
  const summary = { ...listed, translations: texts }
  const moments = namesOf(kind.fields, ({ type }) => type === 'moment')

  async function list(db: Database, { where, limit }: Listing = {}): Promise<Summary[]> {
    const query = db.select(summary).from(table).where(where).orderBy(...order)
    return (limit === undefined ? await query : await query.limit(limit)) as Summary[]
  }

  /** Throws 404. */
  async function find(db: Database, slug: string): Promise<Stored> {
    const [row] = slugPattern.test(slug) ? await db.select().from(table).where(eq(table.slug, slug)) : []
    if (!row) throw missing()
    return toRecord(row)
  }

  /** Moments that the input leaves out are now. Throws 409 for a slug that is taken. */
  async function create(tx: Database, input: RecordInput): Promise<Stored> {
    const now = new Date().toISOString()
    const values = { ...Object.fromEntries(moments.map((name) => [name, now])), ...toRow(input) }
    const [row] = await withSlug(tx, table, slugWish(input), (savepoint, slug) =>
      savepoint.insert(table).values({ ...values, slug }).returning())
    return toRecord(row)
  }

  /** What the input leaves out of translations and moments stays as it is. Throws 404, 409 and 412. */
  async function update(tx: Database, id: number, input: RecordInput, expected: Expected): Promise<Stored> {
    const { slug: own, version } = await lock(tx, id, expected)
    const values = { ...toRow(input), version: version + 1, updatedAt: sql`now()` }
    const [row] = await withSlug(tx, table, { ...slugWish(input), own }, (savepoint, slug) =>
      savepoint.update(table).set({ ...values, slug }).where(eq(table.id, id)).returning())
    return toRecord(row)
  }

  /** Throws 404 and 412. */
  async function remove(tx: Database, id: number, expected: Expected): Promise<void> {
    await lock(tx, id, expected)
    await tx.delete(table).where(eq(table.id, id))
  }

  /** Where the records are shown, by id. Content is read only where it may name a canonical address. */
  async function* addresses(db: Database): AsyncGenerator<PublicAddress[]> {
    const content = sql<string | null>`case when ${table.content} like '%"canonical"%' then ${table.content} end`
    const changedAt = sql`${table.updatedAt}`.mapWith(table.updatedAt)
    const columns = { id: sql<number>`${table.id}`, slug: sql<string>`${table.slug}`, changedAt, content }
    for (let last = 0, full = true; full;) {
      const rows = await db.select(columns).from(table).where(gt(table.id, last)).orderBy(asc(table.id)).limit(batch)
      last = rows.at(-1)?.id ?? last
      full = rows.length === batch
      yield rows.filter(({ slug }) => !kind.reservedSlugs.includes(slug)).map((row) => ({
        page: kind.page,
        params: { slug: row.slug },
        changedAt: String(row.changedAt),
        canonical: row.content === null ? undefined : storedMetadata(row.content).canonical,
      }))
    }
  }

  async function lock(tx: Database, id: number, expected: Expected): Promise<{ slug: string; version: number }> {
    const [row] = await tx.select({ slug: sql<string>`${table.slug}`, version: sql<number>`${table.version}` })
      .from(table).where(eq(table.id, id)).for('update')
    if (!row) throw missing()
    checkVersion(row.version, expected)
    return row
  }

  const slugWish = ({ slug, title }: RecordInput) => ({ typed: slug, title, fallback: kind.name, reserved: kind.reservedSlugs })

  /** The columns of a kind bear the names of its fields, so a row without its packed parts is a record. */
  function toRecord(stored: unknown): Stored {
    const row = stored as Row
    const name = `${kind.name} ${row.id}`
    return {
      ...row,
      content: cleanContent(row.content, name),
      metadata: storedMetadata(row.content),
      translations: cleanTranslations(row.translations, name),
    } as unknown as Stored
  }

  return { list, find, addresses, create, update, remove }
}

export type RecordStore<K extends RecordKind> = ReturnType<typeof recordStore<K>>

function toRow({ metadata, translations, ...input }: RecordInput) {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    content: contentToStore(input.content, metadata),
    ...(translations ? { translations: translationsToStore(translations) } : {}),
  }
}
