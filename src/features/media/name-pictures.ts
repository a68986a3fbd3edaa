import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Documents, NamedPicture, Pictures } from '#contract/picture-variants'
import { isRecord, parseJson } from '#text/parse-json'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import { openFileCache } from '#platform/storage/file-cache'
import { toPicture } from './library-picture'
import { findItems } from './stored-file'
import { mediaUrl, readMediaPath } from './paths'
import { obtainClean } from './reading/processed-files'
import { media, type MediaRow } from './table'
import { isOwn } from './uses'

type Named = { address: string; id: number; name: string }

const address = /^(?<host>https?:\/\/[^\s"'<>/\\]+|\{host\})?(?<path>\/media\/[^\s"<>]+)$/i
const tags = /<(?:img\s(?:[^>"]|"[^"]*")*?\bsrc|a\s(?:[^>"]|"[^"]*")*?\bhref)="([^"]*)"/g

type Site = Pick<Config, 'siteUrl' | 'formerHosts'>

/**
 * Adds to each record of a public response the data of the library files that it refers to (`pictures`, `documents`),
 * because they may change without the record.
 */
export async function namePictures(db: Database, site: Site, answer: unknown): Promise<unknown> {
  const parts: unknown[] = Array.isArray(answer) ? answer : [answer]
  const named = parts.map((part) => [...addressesIn(part)].flatMap((text) => readAddress(text, site)))
  const ids = [...new Set(named.flatMap((list) => list.map(({ id }) => id)))]
  if (ids.length === 0) return answer
  const rows = new Map((await db.select().from(media).where(inArray(media.id, ids))).map((row) => [row.id, row]))
  const completed = parts.map((part, at) => {
    const { pictures, documents } = filesOf(named[at] ?? [], rows)
    return isRecord(part) ? { ...part, ...(pictures && { pictures }), ...(documents && { documents }) } : part
  })
  return Array.isArray(answer) ? completed : completed[0]
}

/** Adds the library data of a record's pictures to the record. */
export async function withPictures<Record extends object>(
  db: Database,
  site: Site,
  record: Record,
): Promise<Record & { pictures?: Pictures }> {
  const named = [...addressesIn(record)].flatMap((text) => readAddress(text, site))
  const rows = await findItems(db, [...new Set(named.map(({ id }) => id))])
  return { ...record, pictures: filesOf(named, new Map(rows.map((row) => [row.id, row]))).pictures }
}

/** Documents and trashed items are omitted. */
export async function picturesById(
  { db, config, files }: Services,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NamedPicture>> {
  return new Map(
    (await findItems(db, ids)).flatMap((row) => {
      const picture = toPicture(row)
      const read = async () =>
        Bun.file(await obtainClean(openFileCache(config), row, (work) => files.use(row.hash, work))).bytes()
      return picture ? [[row.id, { url: mediaUrl(row.id, row.addressName), picture, read }]] : []
    }),
  )
}

function filesOf(named: readonly Named[], rows: ReadonlyMap<number, MediaRow>) {
  const files: { pictures?: Pictures; documents?: Documents } = {}
  for (const { address: text, id, name } of named) {
    const row = rows.get(id)
    if (row?.addressName !== name) continue
    const picture = toPicture(row)
    if (picture) (files.pictures ??= {})[text] = picture
    else (files.documents ??= {})[text] = { bytes: row.bytes }
  }
  return files
}

function readAddress(text: string, site: Site): Named[] {
  const { host, path = '' } = address.exec(text)?.groups ?? {}
  const named = readMediaPath(path.replace(/[?#].*$/, ''))
  // Without SITE_URL, items are recognized by their absolute URLs on any host.
  if (!named || (site.siteUrl !== undefined && host !== '{host}' && !isOwn({ host }, site))) return []
  return [{ ...named, address: text }]
}

/** Every string that is a file's URL, and the URLs of pictures and links in HTML, unmodified. */
function* addressesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (!value.includes('/media/')) return
    const packed = value.trimStart().startsWith('{') && !value.startsWith('{host}') ? parseJson(value) : undefined
    if (isRecord(packed)) yield* addressesIn(packed)
    else if (address.test(value)) yield value
    else for (const [, src = ''] of value.matchAll(tags)) yield src
  } else if (Array.isArray(value)) {
    for (const part of value) yield* addressesIn(part)
  } else if (isRecord(value)) {
    for (const [name, part] of Object.entries(value))
      if (name !== 'pictures' && name !== 'documents') yield* addressesIn(part)
  }
}
