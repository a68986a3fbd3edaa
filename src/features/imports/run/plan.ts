import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Importing } from '#records/store/content-kind'
import type { ImportPorts } from '../ports'
import { addRemarks, type ImportItem, type ImportRow, itemBatches, wantedTypes } from '../store'
import { importItems } from '../table'
import type { Remark } from '../reading/reader'
import type { Database } from '#platform/db/database'
import { otherLanguages } from '#i18n/language'
import { isReserved } from '#records/kind/record'
import { takenSlugs } from '#records/store/slugs'
import { recordSlug, typedSlug } from '#text/slugs/record-slug'
import { decoded } from '#text/urls'
import { builtInPicture, keysOf, picturesIn } from './rewrite'
import { baseOf, isOutside, isOwnHost, oldKey, oldPathsOf, rootOf } from './old-addresses'
import { pathOf, recordOf } from './import-targets'
import { type RecordType, recordTypes } from '../format'

const batch = 200
const longestName = 200
const ownPicture = new URL(builtInPicture, rootOf('')).href

/**
 * Plans an import before anything is created: assigns slugs, so that texts can link to each other, finds existing
 * records, and adds pictures and redirects that the file does not list. Idempotent.
 */
export async function planImport(db: Database, row: ImportRow, ports: ImportPorts): Promise<void> {
  const wanted = wantedTypes(row.run)
  if (wanted.includes('media')) {
    await nameAllPictures(db, row)
    await findKnownPictures(db, row, ports)
  }
  await findKnownRecords(db, row, ports)
  await db.transaction((tx) => nameRecords(tx, row, ports))
  if (wanted.includes('redirect')) await forEachRecord(db, row, (items) => addOldPaths(db, row, items, ports))
}

async function forEachRecord(db: Database, row: ImportRow, work: (items: ImportItem[]) => Promise<void>) {
  for (const state of ['waiting', 'made'] as const)
    for await (const items of itemBatches(db, row.id, { types: [...recordTypes], state, limit: batch }))
      await work(items)
}

type Skip = (remark: Remark) => void

/** Adds items for pictures that are only in texts; `skip` reports those that can neither be fetched nor are in the file. */
export const nameAllPictures = (db: Database, row: ImportRow, skip?: Skip): Promise<void> =>
  forEachRecord(db, row, (items) => addPictures(db, row, items, skip))

type Shown = { address: string; alt: string; title: string }

async function addPictures(db: Database, row: ImportRow, items: readonly ImportItem[], skip?: Skip): Promise<void> {
  const shown = items.flatMap((item) => picturesOf(row, item))
  if (shown.length === 0) return
  const known = await db
    .select({ address: sql<string>`${importItems.payload}->>'address'` })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), eq(importItems.type, 'media')))
  const there = new Set(known.map(({ address }) => oldKey(row, address)))
  const found = new Map<string, Shown>()
  for (const picture of shown) {
    const key = oldKey(row, picture.address)
    const isAway = isOutside(picture.address)
    if (key !== undefined && isAway && isOwnHost(new URL(picture.address), row.host)) {
      if (!found.has(key)) found.set(key, picture)
    } else if (!isAway && picture.address !== ownPicture && !keysOf(key ?? '').some((one) => there.has(one)))
      skip?.({ title: nameOf(picture.address), why: 'pictureMissing', values: { name: picture.title } })
  }
  // Another size of a picture that is imported.
  const isSize = (key: string) => keysOf(key).some((one) => one !== key && (there.has(one) || found.has(one)))
  const fresh = [...found].filter(([key]) => !there.has(key) && !isSize(key))
  if (fresh.length === 0) return
  await db
    .insert(importItems)
    .values(
      fresh.map(([, { address, alt }]) => ({
        importId: row.id,
        type: 'media' as const,
        key: address,
        title: address,
        payload: { address, alt, name: nameIn(address) },
      })),
    )
    .onConflictDoNothing()
}

/** The pictures of a record by their absolute URLs, each once. */
function picturesOf(row: ImportRow, item: ImportItem): Shown[] {
  const { image, imageAlt, html, paths } = recordOf(item)
  const base = baseOf(row, { paths })
  const featured = image !== '' && URL.canParse(image, base) ? [new URL(image, base).href] : []
  return [...new Set([...featured, ...picturesIn(html, base)])].map((address) => ({
    address,
    alt: featured.includes(address) ? imageAlt : '',
    title: item.title,
  }))
}

/** The path of a picture in an archive, or the beginning of another URL. */
const nameOf = (address: string): string => decoded(address.replace(rootOf(''), '')).slice(0, longestName)

const nameIn = (address: string) => new URL(address).pathname.split('/').at(-1) ?? ''

/** Pictures of earlier imports. Those in an archive are identified by their bytes instead. */
async function findKnownPictures(db: Database, row: ImportRow, { library }: ImportPorts): Promise<void> {
  const other = alias(importItems, 'other')
  const known = await db
    .selectDistinctOn([importItems.id], { id: importItems.id, recordId: other.recordId })
    .from(importItems)
    .innerJoin(other, and(eq(other.type, 'media'), eq(other.key, importItems.key), isNotNull(other.recordId)))
    .where(
      and(
        eq(importItems.importId, row.id),
        ne(other.importId, row.id),
        eq(importItems.type, 'media'),
        eq(importItems.state, 'waiting'),
        sql`not jsonb_exists(${importItems.payload}, 'file')`,
      ),
    )
  const urls = await library.find(
    db,
    known.map(({ recordId }) => recordId!),
  )
  const there = known.flatMap(({ id, recordId }) => {
    const url = urls.get(recordId!)
    return url === undefined ? [] : [{ id, url, record: recordId }]
  })
  await db.execute(sql`
    update import_items set state = 'there', slug = there.url, record_id = there.record
    from jsonb_to_recordset(${JSON.stringify(there)}::jsonb) as there(id int, url text, record int)
    where import_items.id = there.id`)
}

/** Records of earlier imports; those in the trash are restored. */
async function findKnownRecords(db: Database, row: ImportRow, { records }: ImportPorts): Promise<void> {
  for (const type of recordTypes) {
    const { table } = records[type]
    await db.execute(sql`
      update import_items set record_id = found.id, slug = found.slug
      from (
        select distinct on (own.id) own.id as item, record.id, record.slug
        from import_items own
        join import_items other on other.type = own.type and other.key = own.key and other.import_id <> own.import_id
          and other.state = 'made'
        join ${table} record on record.id = other.record_id
        where own.import_id = ${row.id} and own.type = ${type} and own.state = 'waiting' and own.record_id is null
        order by own.id, record.status = 'trashed', record.id
      ) as found where import_items.id = found.item`)
  }
}

type Unnamed = { id: number; key: string; language: string; title: string; wished: string }

async function nameRecords(tx: Database, row: ImportRow, { records }: ImportPorts): Promise<void> {
  const remarks: Remark[] = []
  for (const type of recordTypes) {
    const unnamed = await tx
      .select({
        id: importItems.id,
        key: importItems.key,
        language: importItems.language,
        title: importItems.title,
        wished: sql<string>`coalesce(${importItems.payload}->>'slug', '')`,
      })
      .from(importItems)
      .where(and(eq(importItems.importId, row.id), eq(importItems.type, type), isNull(importItems.slug)))
      .orderBy(importItems.id)
    if (unnamed.length > 0)
      remarks.push(...(await nameAll(tx, row, records[type], { type, unnamed: inOrder(unnamed) })))
  }
  await addRemarks(tx, row.id, remarks)
}

/** English first, because it determines the slug of a record in several languages. */
const inOrder = (unnamed: Unnamed[]) => unnamed.toSorted((a, b) => rankOf(a) - rankOf(b) || a.id - b.id)

/** Records without a language rank like English. */
const rankOf = ({ language }: Unnamed) => otherLanguages.findIndex((one) => one === language)

async function nameAll(
  tx: Database,
  row: ImportRow,
  { kind, table }: Importing,
  { type, unnamed }: { type: RecordType; unnamed: readonly Unnamed[] },
) {
  const taken = await takenSlugs(tx, table)
  const planned = await tx
    .select({ key: importItems.key, slug: importItems.slug })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), eq(importItems.type, type), ne(importItems.slug, '')))
  for (const { slug } of planned) if (slug !== null) taken.add(slug)
  const byKey = new Map(planned.map(({ key, slug }) => [key, slug ?? '']))
  const isTaken = (slug: string) => isReserved(kind, slug)

  const reasonOf = (wished: string, slug: string) =>
    wished === slug ? 'slugChanged' : isTaken(wished) ? 'slugReserved' : 'slug'

  const remarks: Remark[] = []
  const named = unnamed.map(({ id, key, title, wished: typed }) => {
    const wished = cleanSlug(typed) || recordSlug(title) || kind.name
    const sibling = byKey.get(key)
    // The slug of a translation, if it is free.
    if (sibling !== undefined) {
      const isOwn = wished !== sibling && !taken.has(wished) && !isTaken(wished)
      if (isOwn) taken.add(wished)
      return { id, slug: isOwn ? wished : sibling }
    }
    let slug = wished
    for (let suffix = 2; taken.has(slug) || isTaken(slug); suffix++) slug = `${wished}-${suffix}`
    taken.add(slug)
    byKey.set(key, slug)
    if (typed !== '' && slug !== readableSlug(typed))
      remarks.push({ title, why: reasonOf(wished, slug), values: { from: typed, to: slug } })
    return { id, slug }
  })
  await tx.execute(sql`
    update import_items set slug = named.slug
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named(id int, slug text)
    where import_items.id = named.id`)
  return remarks
}

/** Systems that percent-encode slugs export them so. */
const readableSlug = (typed: string) => typedSlug(decoded(typed))

/** The slug as typed, if it is valid; parts of a file's name stay apart. */
function cleanSlug(typed: string): string {
  const readable = readableSlug(typed)
  return /^[\w-]{1,200}$/.test(readable) ? readable : recordSlug(readable.replaceAll(/[./]+/g, '-'))
}

/** A redirect from a record's old path to its new one. */
async function addOldPaths(
  db: Database,
  row: ImportRow,
  items: readonly ImportItem[],
  ports: ImportPorts,
): Promise<void> {
  const redirects = items.flatMap((item) =>
    oldPathsOf(row, recordOf(item).paths, pathOf(ports, item)).map((from) => ({
      importId: row.id,
      type: 'redirect' as const,
      key: from,
      title: from,
      payload: { from, key: item.key, ...(item.language ? { language: item.language } : {}) },
    })),
  )
  if (redirects.length > 0) await db.insert(importItems).values(redirects).onConflictDoNothing()
}
