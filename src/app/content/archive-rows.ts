import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { StartError } from '#platform/start-error'
import { hasRunLong, longestBackgroundTurn, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { type ArchiveHeader, noRows, readHeader } from './archive'
import { hashOf, type Pieces, readEntries, unpackContent } from './archive-entries'
import { parseJson } from '#text/parse-json'
import { type PartRow, parts, rowSchemas } from './site-content'
import { contentTables } from './tables'

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
  for await (const line of linesOf(unpackContent(packed))) {
    if (hasRunLong(longestBackgroundTurn)) await yieldToEventLoop()
    if (!header) {
      header = readHeader(line)
      begun(header)
      continue
    }
    hasher.update(line)
    const read = toRow(line)
    counts[read.part] = (counts[read.part] ?? 0) + 1
    yield read
  }
  if (!header || hasher.digest('hex') !== header.sha256)
    throw new StartError('The archive is damaged: its checksum does not fit')
  if (!Bun.deepEquals({ ...noRows, ...counts }, { ...noRows, ...header.counts }))
    throw new StartError('The archive is damaged: its counts do not fit')
}

/** Each with its line feed. */
async function* linesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  for await (const piece of text) {
    const lines = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)).split('\n')
    for (const [at, line] of lines.entries()) {
      rest.push(line)
      if (at === lines.length - 1) continue
      yield `${rest.join('')}\n`
      rest = []
    }
  }
  const last = rest.join('') + decoder.end()
  if (last !== '') throw new StartError('The file is no archive of this site, or it is damaged')
}

const shape = z.tuple([z.enum(parts), z.unknown()])

function toRow(line: string): PartRow {
  const { success, data } = shape.safeParse(parseJson(line))
  if (!success) throw new StartError('The archive is damaged: a line is no row')
  const [part, value] = data
  const checked = rowSchemas[part]!.safeParse(value)
  if (checked.success) return { part, row: checked.data }
  const [issue] = checked.error.issues
  throw new StartError(`The archive holds a row that does not fit: ${part}.${issue?.path.join('.')} ${issue?.message}`)
}

const damaged = () => new StartError('The archive is damaged: a file in it is not what it was')
