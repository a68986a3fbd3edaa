import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartError } from './start-error'
import { isRecord, parseJson } from '#text/parse-json'

/** The content of a new site. */
export const starterFolder = resolve(import.meta.dir, '../starter/content')

/** What an empty site begins with: texts that say what belongs there, and neutral texts of the interface (`texts.json`). */
export const hintsFolder = resolve(import.meta.dir, '../starter/hints')

/** Rows in a format to write by hand, by part. */
export type ReadableContent = Record<string, Record<string, unknown>[]>

/**
 * Reads the content of a folder that people edit by hand: a folder for each part of an archive, in it one for each row, in the
 * order of their names.
 * `row.json` holds the values; where a value is null, a file named after its path may hold the HTML
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

/** Returns whether there was a null to replace; the order of keys stays that of row.json. */
function setAt(within: unknown, [key = '', ...rest]: string[], text: string): boolean {
  if (Array.isArray(within)) return rest.length > 0 && setAt(within[Number(key)], rest, text)
  if (!isRecord(within)) return false
  if (rest.length > 0) return setAt(within[key], rest, text)
  if (within[key] !== null) return false
  within[key] = text
  return true
}

/** Sorted by name. */
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
