import type { Database } from '#platform/db/database'
import type { Documents, NamedPicture, Pictures } from '#contract/picture-variants'
import { changeTexts, isRecord, parseJson } from '#text/parse-json'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import { openFileCache } from '#platform/storage/file-cache'
import { toPicture } from './library-picture'
import { findItems } from './stored-file'
import { mediaUrl, readMediaPath } from './paths'
import { obtainClean } from './reading/processed-files'
import type { MediaRow } from './table'
import { isOwn, namedIn } from './uses'

type Named = { address: string; id: number; name: string }

const address = /^(?<host>https?:\/\/[^\s"'<>/\\]+|\{host\})?(?<path>\/media\/[^\s"<>]+)$/i
const tags = /<(?:img\s(?:[^>"]|"[^"]*")*?\bsrc|a\s(?:[^>"]|"[^"]*")*?\bhref)="([^"]*)"/g

type Site = Pick<Config, 'siteUrl' | 'formerHosts'>

/**
 * A public response without deleted and trashed pictures. Each of its records gets the data of the library files that it
 * refers to (`pictures`, `documents`), because they may change without the record. Returns the same object where there are
 * none.
 */
export async function showFiles(db: Database, site: Site, answer: unknown): Promise<unknown> {
  const parts: unknown[] = Array.isArray(answer) ? answer : [answer]
  const named = parts.map((part) => namedFiles(part, site))
  const ownIn = (value: unknown) => namedIn(value).flatMap((one) => (isOwn(one, site) ? [one.id] : []))
  const own = ownIn(answer)
  const ids = [...new Set([...own, ...named.flat().map(({ id }) => id)])]
  if (ids.length === 0) return answer
  const rows = byId(await findItems(db, ids))
  const isGone = (text: string) => ownIn(text).some((id) => !rows.has(id))
  const completed = parts.map((part, at) => {
    const shown = own.every((id) => rows.has(id)) ? part : without(part, isGone)
    return isRecord(shown) ? { ...shown, ...filesOf(named[at] ?? [], rows) } : shown
  })
  return Array.isArray(answer) ? completed : completed[0]
}

/** Adds the library data of a record's pictures to the record. */
export async function withPictures<Record extends object>(
  db: Database,
  site: Site,
  record: Record,
): Promise<Record & { pictures?: Pictures }> {
  const named = namedFiles(record, site)
  const rows = byId(await findItems(db, [...new Set(named.map(({ id }) => id))]))
  return { ...record, pictures: filesOf(named, rows).pictures }
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

const byId = (rows: readonly MediaRow[]): ReadonlyMap<number, MediaRow> => new Map(rows.map((row) => [row.id, row]))

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

const namedFiles = (value: unknown, site: Site): Named[] =>
  [...addressesIn(value)].flatMap((text) => readAddress(text, site))

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

/** `isGone`: whether a text refers to a missing picture. */
type IsGone = (text: string) => boolean

const without = (value: unknown, isGone: IsGone) =>
  changeTexts(value, (text) => (isGone(text) ? textWithout(text, isGone) : text))

function textWithout(text: string, isGone: IsGone): string {
  const packed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (isRecord(packed)) return JSON.stringify(without(packed, isGone))
  // A field that is just a URL.
  if (!/[\s<>]/.test(text)) return ''
  const cleared = text.replaceAll(figures, (figure) => {
    const rest = withoutTags(figure, isGone)
    return rest === figure || shows.test(rest) ? rest : ''
  })
  return withoutTags(cleared, isGone).replaceAll(/<p(?: [^\s"=>]+="[^"]*")*>\s*<\/p>/g, '')
}

/** As written by the sanitizer: every value in double quotes. */
const pictureTags = /<(?:img|source)(?: [^\s"=>]+="[^"]*")*>/g
const figures = /<figure(?: [^\s"=>]+="[^"]*")*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g
/** Content of a figure besides its caption. */
const shows = /<(?:img|table|pre|video|iframe|blockquote|svg)\b/

const withoutTags = (html: string, isGone: IsGone) => html.replaceAll(pictureTags, (tag) => (isGone(tag) ? '' : tag))
