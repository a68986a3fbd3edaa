import { join } from 'node:path'
import { noteGarbage } from '#platform/garbage-collection'
import type { ImportKind } from '../contract'
import {
  type ReadItem,
  type Remark,
  type ImportedRecord,
  type Reader,
  unreadable,
  type SentFile,
  storable,
} from './reader'
import { readCsv, columnsOf, tableText } from '../csv/read-csv'
import { readGhost } from '../ghost/read-ghost'
import { readMarkdown } from '../markdown/read-markdown'
import { readWxr } from '../wordpress/read-wxr'
import { cleanHtml } from '../run/rewrite'
import { baseOf } from '../run/old-addresses'
import { replaceEmbedded } from './embedded'

/** Enough for the declaration, the comments and the first element of WordPress, and for the header row of a table. */
const opening = 16 * 1024

type Format = { kind: ImportKind; accepts(start: { bytes: Buffer; text: string }): boolean; read: Reader }

/** The formats, in the order in which the beginning of a file is compared with them. */
const formats: readonly Format[] = [
  { kind: 'markdown', accepts: ({ bytes }) => bytes.toString('latin1', 0, 4) === 'PK\x03\x04', read: readMarkdown },
  { kind: 'wordpress', accepts: ({ text }) => text.startsWith('<'), read: readWxr },
  { kind: 'ghost', accepts: ({ text }) => text.startsWith('{'), read: readGhost },
  { kind: 'csv', accepts: ({ text }) => isTable(text), read: readCsv },
]

/** Detects the format from the content, regardless of the file's name. Throws 422. */
async function recognizeFormat(path: string): Promise<Format> {
  const bytes = Buffer.from(await Bun.file(path).slice(0, opening).bytes())
  const text = tableText(bytes).trimStart()
  const format = formats.find(({ accepts }) => accepts({ bytes, text }))
  if (!format) throw unreadable('validation.importUnknown')
  return format
}

function isTable(text: string): boolean {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const names = header.split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return !text.includes('\0') && columnsOf(names) !== undefined
}

/** Characters of lines that are written at once. */
const batch = 256 * 1024

/**
 * `folder`: for the items and the unpacked pictures; `largestFile`: bytes of a picture in the library; `longestText`:
 * characters of a text that the site stores.
 */
type Sent = { path: string; name: string; folder: string; largestFile: number; longestText: number }

type Read = { kind: ImportKind; host: string; site?: string; skipped: Remark[] }

/** The file with the items in the folder of an import. */
export const itemsIn = (folder: string): string => join(folder, 'items')

/** Writes the items of a file of another system, one JSON text in a line. Throws 422. */
async function readFile({ path, name, folder, largestFile, longestText }: Sent): Promise<Read> {
  const { kind, read } = await recognizeFormat(path)
  const { skip, remarks } = createRemarks(name)
  const { host, site, items } = await read({ path, name, folder, largestFile, skip })
  await writeLines(itemsIn(folder), prepareItems(items, { host, longestText, skip }))
  return { kind, host, site, skipped: remarks() }
}

async function writeLines(path: string, items: AsyncIterable<ReadItem>): Promise<void> {
  const writer = Bun.file(path).writer()
  let lines = ''
  const flush = async () => {
    writer.write(lines)
    await writer.flush()
    noteGarbage(lines.length)
    lines = ''
  }
  for await (const item of items) {
    lines += `${JSON.stringify(item)}\n`
    if (lines.length > batch) await flush()
  }
  await flush()
  await writer.end()
}

const mostRemarks = 1000

/** Collects remarks about a file, and counts those beyond what is stored. */
export function createRemarks(title: string) {
  const kept: Remark[] = []
  let more = 0
  return {
    skip: (remark: Remark): void => void (kept.length < mostRemarks ? kept.push(remark) : more++),
    remarks: (): Remark[] => (more === 0 ? kept : [...kept, { title, why: 'more', values: { count: more } }]),
  }
}

/** Characters of the texts that the site stores; the rest is cut off, and reported. */
const longestTitle = 200
const longest = [
  ['title', longestTitle],
  ['excerpt', 1000],
  ['category', 100],
  ['author', 100],
  ['imageAlt', 1000],
] as const
const longestSlug = 1000
const longestPath = 2048

type Options = {
  /** The hosts of the old site. */
  host: string
  /** Characters of a text that the site stores. */
  longestText: number
  skip: SentFile['skip']
}

/**
 * The items as they are stored, each with a key of its own: with clean HTML, without those whose text the site cannot
 * store.
 */
async function* prepareItems(
  items: AsyncIterable<ReadItem>,
  { host, longestText, skip }: Options,
): AsyncGenerator<ReadItem> {
  const keyOf = createKeys()
  for await (const read of items) {
    const item = storable(read)
    if (!('html' in item.payload)) yield { ...item, key: keyOf(item) }
    else if (item.payload.html.length > mostRaw(longestText)) skip({ title: shown(item), why: 'tooLong' })
    else {
      const { html, lost, inside } = replaceEmbedded(
        item.payload.html,
        host === '' ? undefined : baseOf({ host }, item.payload),
      )
      for (const name of lost) skip({ title: shown(item), why: 'player', values: { name: name.slice(0, 200) } })
      if (inside > 0) skip({ title: shown(item), why: 'pictureInside', values: { count: inside } })
      const clean = cleanHtml(html)
      if (clean.length > longestText) skip({ title: shown(item), why: 'tooLong' })
      else yield { ...bounded(item, { ...item.payload, html: clean }, skip), key: keyOf(item) }
    }
  }
}

/** What a conversion is tried with: the comments of editors go. */
const mostRaw = (longestText: number) => 4 * longestText

const shown = ({ title, key }: ReadItem) => title.slice(0, longestTitle) || key

function bounded(item: ReadItem, payload: ImportedRecord, skip: SentFile['skip']): ReadItem {
  const cut = { ...payload, slug: payload.slug.slice(0, longestSlug) }
  for (const [name, most] of longest) {
    if (payload[name].length <= most) continue
    cut[name] = payload[name].slice(0, most).toWellFormed()
    skip({
      title: shown(item),
      why: 'shortened',
      values: { name: payload[name].slice(0, 40).toWellFormed(), count: most },
    })
  }
  if (payload.image.length > longestPath) {
    cut.image = ''
    skip({ title: shown(item), why: 'elsewhere' })
  }
  cut.paths = payload.paths.filter((path) => path.length <= longestPath)
  return { ...item, title: item.title.slice(0, longestTitle).toWellFormed(), payload: cut }
}

/** Maximum characters of a key: the limit of a database index. */
const longestKey = 500

/**
 * Returns the key of each record of a file, different from those before it in its language: copies of a record keep its
 * guid, uuid or slug, and are records of their own. Depends only on the file, so that the same file has the same keys.
 */
function createKeys(): (item: ReadItem) => string {
  const used = new Map<string, number>()
  return ({ type, key, title, language = '', payload }) => {
    if (!('html' in payload)) return shortened(key)
    const timesOf = (name: string) => used.get(`${type} ${language} ${name}`) ?? 0
    const use = (name: string) => {
      used.set(`${type} ${language} ${name}`, timesOf(name) + 1)
      return name
    }
    const whole = `${key} ${payload.slug} ${title}`
    const own = [key, `${key} ${payload.slug}`, whole].map(shortened)
    const free = own.find((name) => timesOf(name) === 0)
    return use(free ?? shortened(`${whole} ${timesOf(use(shortened(whole)))}`))
  }
}

const shortened = (key: string): string =>
  key.length <= longestKey ? key : new Bun.CryptoHasher('sha256').update(key).digest('hex')

/** The tasks of the process that reads imports. */
export const importTasks = { readFile }
