import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Naming } from '#platform/feature'
import type { Services } from '#platform/services'
import { isRecord, parseJson } from '#text/parse-json'
import { recordLinks, type FoundLink } from '../table'

/** In stored HTML `<`, `>` and quotes are escaped in attributes. */
const inTags = /<(?:a|img|blockquote|q)\s[^>]*?\b(?:href|src|cite)="([^"]*)"/g
const isAddress = /^(?:https?:\/\/[^\s<>"]+|\/(?![/\\])[^\s<>"]*)$/i
/** Longer than any field allows. */
const longest = 4096

type Row = typeof recordLinks.$inferSelect

const atOnce = 100

/**
 * Extracts the links of all records written since the last time. Runs before links are listed, so that writes need not
 * maintain them. While the database is read-only, the stored links are used.
 */
export async function catchUp(
  { db, takesWrites }: Pick<Services, 'db' | 'takesWrites'>,
  naming: readonly Naming[],
): Promise<void> {
  if (!takesWrites()) return
  for (const source of naming)
    for (let isLeft = true; isLeft;) {
      const ids = await findStale(db, source)
      if (ids.length > 0) await db.transaction((tx) => indexLinks(tx, source, ids))
      isLeft = ids.length === atOnce
    }
}

/** Sorted, so that concurrent updates do not deadlock. */
async function findStale(db: Database, { kind, versions }: Naming): Promise<string[]> {
  const id = sql<string>`coalesce(standing.id, known.record_id)`
  const rows = await db
    .select({ id })
    .from(sql`(select id, version from (${versions}) as now_is (id, version)) as standing`)
    .fullJoin(
      sql`(select record_id, version from record_links where kind = ${kind}) as known`,
      sql`known.record_id = standing.id`,
    )
    .where(sql`standing.version is distinct from known.version`)
    .orderBy(id)
    .limit(atOnce)
  return rows.map((row) => row.id)
}

async function indexLinks(tx: Database, source: Naming, ids: readonly string[]): Promise<void> {
  const rows: Row[] = []
  for (const recordId of ids) {
    const record = await source.read(tx, recordId)
    if (!record) continue
    const { version, title, visibility, values } = record
    const links = visibility === 'live' ? linksIn((source.links ?? source.fields)(values)) : []
    rows.push({ kind: source.kind, recordId, version, title, links })
  }
  const gone = ids.filter((id) => !rows.some(({ recordId }) => recordId === id))
  if (gone.length > 0)
    await tx.delete(recordLinks).where(and(eq(recordLinks.kind, source.kind), inArray(recordLinks.recordId, gone)))
  if (rows.length === 0) return
  await tx
    .insert(recordLinks)
    .values(rows)
    .onConflictDoUpdate({
      target: [recordLinks.kind, recordLinks.recordId],
      set: { version: sql`excluded.version`, title: sql`excluded.title`, links: sql`excluded.links` },
    })
}

/** All links in the fields of a record, once per field. */
export function linksIn(values: unknown): FoundLink[] {
  const found = fieldsWithin(values, '').flatMap(({ field, text }) => addressesIn(text).map((url) => ({ url, field })))
  return [...new Map(found.map((link) => [`${link.field} ${link.url}`, link])).values()]
}

type FieldText = { field: string; text: string }

function fieldsWithin(value: unknown, field: string): FieldText[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((part, at) => fieldsWithin(part, join(field, nameIn(part, at))))
  // Hidden blocks are not public.
  if (!isRecord(value) || value.hidden === true) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsWithin(part, join(field, name)))
}

/** Blocks are named by id, rows by index, as in editors. */
const nameIn = (part: unknown, at: number) =>
  isRecord(part) && typeof part.id === 'string' && typeof part.type === 'string' ? part.id : String(at)

const join = (field: string, name: string) => (field === '' ? name : `${field}.${name}`)

function addressesIn(text: string): string[] {
  // A field may be JSON with a text and metadata: both belong to the field.
  const packed = text.trimStart().startsWith('{"') ? parseJson(text) : undefined
  if (isRecord(packed)) return fieldsWithin(packed, '').flatMap((part) => addressesIn(part.text))
  const named = text.includes('<')
    ? [...text.matchAll(inTags)].map(([, address = '']) => unescaped(address))
    : // `{host}` stands for the site's own origin in SEO fields.
      [text.trim().replace(/^\{host\}/, '')]
  return named.filter((address) => address.length <= longest && isAddress.test(address) && isReadable(address))
}

const isReadable = (address: string) => URL.canParse(address, 'http://site.invalid')

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
