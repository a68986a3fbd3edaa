import { getTableColumns, is, SQL } from 'drizzle-orm'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentTable } from '#platform/feature'
import { StartError } from '#platform/start-error'
import { isRecord, parseJson } from '#text/parse-json'
import { checkContent, type SiteContent } from './site-content'
import { contentTables } from './tables'

/** Rows as people write them, by part. */
export type ReadableContent = Record<string, Record<string, unknown>[]>

/**
 * Reads content that people keep in a folder: a folder for each part of an archive, in it one for each row, in the
 * order of their names.
 * `row.json` holds the values; where it says null, a file that is named after the place may hold the HTML
 * (`translations.es.content.html`).
 */
export function readReadable(folder: string): ReadableContent {
  return Object.fromEntries(
    foldersIn(folder).map((part) => [
      part,
      foldersIn(join(folder, part)).map((row) => readRow(join(folder, part, row))),
    ]),
  )
}

/**
 * The same as an archive would hold it, and as strictly checked. What a row leaves out is what a new row would have:
 * `moment` where that is the time, and for its id the place in the order. Parts that are not there are empty.
 */
export function toSiteContent(readable: ReadableContent, moment = new Date().toISOString()): SiteContent {
  const stored = Object.entries(contentTables).map(([part, table]) => [
    part,
    (readable[part] ?? []).map((row, index) => complete(table, row, { id: index + 1, moment })),
  ])
  const unknown = Object.keys(readable).filter((part) => !Object.hasOwn(contentTables, part))
  if (unknown.length > 0)
    throw new StartError(`The content names parts that the site does not have: ${unknown.join(', ')}`)
  return checkContent(Object.fromEntries(stored), 'The content')
}

function readRow(folder: string): Record<string, unknown> {
  const row = parseJson(readText(join(folder, 'row.json')))
  if (!isRecord(row)) throw new StartError(`${join(folder, 'row.json')} is no JSON object`)
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
    const place = name.slice(0, -'.html'.length).split('.')
    const isPlaced = setAt(row, place, readText(join(folder, name)).replace(/\n$/, ''))
    if (!isPlaced) throw new StartError(`${join(folder, name)} has no place: row.json says null where a file is to go`)
  }
  return row
}

/** Whether there was a null to be replaced: the order in which a JSON text tells its fields is that of row.json. */
function setAt(within: unknown, [key = '', ...rest]: string[], text: string): boolean {
  if (Array.isArray(within)) return rest.length > 0 && setAt(within[Number(key)], rest, text)
  if (!isRecord(within)) return false
  if (rest.length > 0) return setAt(within[key], rest, text)
  if (within[key] !== null) return false
  within[key] = text
  return true
}

type Row = Record<string, unknown>

function complete(
  { table, pack = (row) => row }: ContentTable,
  readable: Row,
  { id, moment }: { id: number; moment: string },
): Row {
  const left = Object.entries(getTableColumns(table)).filter(([name]) => !Object.hasOwn(readable, name))
  const missing = left.flatMap(([name, column]) => {
    if (column.primary) return [[name, id]]
    if (is(column.default, SQL)) return [[name, moment]]
    if (column.default !== undefined) return [[name, column.default]]
    return column.notNull ? [] : [[name, null]]
  })
  return { ...Object.fromEntries(missing), ...pack(readable) }
}

/** By name. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) throw new StartError(`${folder} is missing`)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

function readText(file: string): string {
  if (!existsSync(file)) throw new StartError(`${file} is missing`)
  return readFileSync(file, 'utf8')
}
