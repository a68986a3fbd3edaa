import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { plainText } from '../reading/plain-text'
import { type Reader, type SentFile, unreadable } from '../reading/reader'
import type { ReadItem } from '../store'
import { type Columns, columnsOf, type Field } from './columns'
import { createDates, type Dates } from './dates'
import { parseCsv } from './parse-csv'
import { readRow } from './read-row'
import { tableText } from './table-text'

/** A table whose first row contains the names of its columns, in any order; every other row is a post. */
export const readCsv: Reader = async (file) => {
  const text = tableText(await Bun.file(file.path).bytes())
  const [line = ''] = text.split(/[\r\n]/, 1)
  const separator = [',', ';', '\t'].toSorted((one, other) => line.split(other).length - line.split(one).length)[0]!
  const rows = parseCsv(text, separator)
  const header = rows.next().value ?? []
  const columns = columnsOf(header)
  if (!columns) throw unreadable('validation.importUnknown')
  const dates = createDates()
  const all = parseCsv(text, separator)
  all.next()
  for (const cells of all) {
    if (hasRunLong()) await yieldToEventLoop()
    const of = cellOf(columns, cells)
    dates.see(of('publishedAt'), of('language'))
  }
  return { host: '', items: itemsOf(file, rows, { header, columns, dates }) }
}

type Table = { header: readonly string[]; columns: Columns; dates: Dates }

const cellOf =
  ({ at }: Columns, cells: readonly string[]) =>
  (field: Field) =>
    (cells[at.get(field) ?? -1] ?? '').trim()

async function* itemsOf(
  { skip }: SentFile,
  rows: Iterable<string[]>,
  { header, columns, dates }: Table,
): AsyncGenerator<ReadItem> {
  for (const name of columns.unknown) skip({ title: name, why: 'column' })
  const guessed = dates.guessed()
  if (guessed > 0)
    skip({ title: header[columns.at.get('publishedAt')!]!, why: 'dateOrder', values: { count: guessed } })
  let line = 1
  for (const cells of rows) {
    line++
    if (hasRunLong()) await yieldToEventLoop()
    if (cells.every((cell) => cell.trim() === '')) continue
    const of = cellOf(columns, cells)
    const title = plainText(of('title'))
    if (title === '') {
      skip({ title: of('slug') || `${line}`, why: 'noTitle', values: { line } })
      continue
    }
    if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
      skip({ title, why: 'cells', values: { line, count: cells.length - header.length } })
    yield readRow(of, { title, dates, tell: (why, values) => skip({ title, why, values }) })
  }
}
