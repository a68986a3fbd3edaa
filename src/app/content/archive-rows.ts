import { z } from 'zod'
import { StartError } from '#platform/start-error'
import { hasRunLong, longestBackgroundTurn, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { type ArchiveHeader, noRows, readHeader } from './archive'
import { hashOf, type Pieces, readEntries, readLines } from './archive-entries'
import { schemaIssues } from '#platform/http/issues'
import { deepestNesting, measureJson } from '#text/nesting'
import { parseJson } from '#text/parse-json'
import { RowFault } from './row-fault'
import { type PartRow, parts, rowSchemas } from './site-content'
import { contentTables } from './tables'

/** About the number of values in a row, and their nesting: a body's, in a column of a row. */
const mostValues = 500_000
const deepestRow = deepestNesting + 8
/** Rows of all parts, and files: more than years of statistics. */
const mostRows = 20_000_000
const mostFiles = 1_000_000

/** The facts in an archive's header. */
export type ArchiveFacts = Pick<ArchiveHeader, 'createdAt' | 'counts'> & { files: number }

/**
 * Validates an archive from beginning to end, holding one row at a time. Throws `StartError` with a one-line message when
 * it is damaged, of a newer release, or invalid.
 */
export async function checkArchive(archive: Pieces): Promise<ArchiveFacts> {
  let header: ArchiveHeader | undefined
  const needed = new Set<string>()
  const files = new Set<string>()
  await readEntries(archive, {
    async content(packed) {
      if (header) throw damaged()
      const rows = readRows(packed, (first) => (header = first))
      for await (const { part, row } of rows) {
        const file = contentTables[part]?.file
        if (file !== undefined) needed.add(String(row[file]))
      }
    },
    async file(name, pieces) {
      if ((await hashOf(pieces)) !== name) throw damaged()
      files.add(name)
      if (files.size > mostFiles) throw new StartError(`The archive is damaged: it holds more than ${mostFiles} files`)
    },
  })
  if (!header) throw damaged()
  const missing = needed.difference(files).size
  if (missing > 0) throw new StartError(`The archive lacks ${missing} of the files that belong to it`)
  return { createdAt: header.createdAt, counts: header.counts, files: files.size }
}

/** `posts 7, projects 6, …`, for the output of a command. */
export const summaryOfCounts = (counts: Record<string, number>): string =>
  parts.map((part) => `${part} ${counts[part] ?? 0}`).join(', ')

/** Streams the rows of a compressed content; whether they are complete and undamaged is known at the end. */
export async function* readRows(
  packed: Pieces,
  begun: (header: ArchiveHeader) => void = () => {},
): AsyncGenerator<PartRow> {
  const hasher = new Bun.CryptoHasher('sha256')
  const counts: Record<string, number> = {}
  let header: ArchiveHeader | undefined
  for await (const line of readLines(packed)) {
    if (hasRunLong(longestBackgroundTurn)) await yieldToEventLoop()
    if (!header) {
      header = readHeader(line)
      refuseTooMany(header)
      begun(header)
      continue
    }
    hasher.update(line)
    const { part, value } = partOf(line)
    const number = (counts[part] ?? 0) + 1
    // At once, because the rows of a small file can take hours.
    if (number > (header.counts[part] ?? 0)) throw otherCounts()
    counts[part] = number
    yield { part, row: checkedRow(part, number, value) }
  }
  if (!header || hasher.digest('hex') !== header.sha256)
    throw new StartError('The archive is damaged: its checksum does not fit')
  if (!Bun.deepEquals({ ...noRows, ...counts }, { ...noRows, ...header.counts })) throw otherCounts()
}

function refuseTooMany({ counts }: ArchiveHeader): void {
  if (Object.values(counts).reduce((sum, count) => sum + count, 0) > mostRows)
    throw new StartError(`The archive is damaged: it holds more than ${mostRows} rows`)
}

const otherCounts = () => new StartError('The archive is damaged: its counts do not fit')

const shape = z.tuple([z.enum(parts), z.unknown()])

function partOf(line: string): { part: string; value: unknown } {
  // Many small values need much more memory than their text.
  const { deepest, values } = measureJson(line)
  const isRow = deepest <= deepestRow && values <= mostValues
  const { success, data } = shape.safeParse(isRow ? parseJson(line) : undefined)
  if (!success) throw new StartError('The archive is damaged: a line is no row')
  return { part: data[0], value: data[1] }
}

function checkedRow(part: string, number: number, value: unknown): Record<string, unknown> {
  const checked = rowSchemas[part]!.safeParse(value)
  if (checked.success) return checked.data
  const [first] = schemaIssues(checked.error)
  throw new RowFault(part, number, first ?? { path: '', message: '' })
}

const damaged = () => new StartError('The archive is damaged: a file in it is not what it was')
