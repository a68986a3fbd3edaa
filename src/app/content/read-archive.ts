import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { collectingGarbage } from '#platform/garbage-collection'
import { hasRunLong, longestBackgroundTurn, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { StartError } from '#platform/start-error'
import { z } from 'zod'
import { schemaVersion } from '#platform/db/migrate'
import { parseJson } from '#text/parse-json'
import { parts, RowFault, type PartRow, rowSchemas, contentTables } from './site-content'
import { schemaIssues } from '#platform/http/issues'
import { deepestNesting, measureJson } from '#text/nesting'

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
      if (header) throw otherFile()
      const rows = readRows(packed, (first) => (header = first))
      for await (const { part, row } of rows) {
        const file = contentTables[part]?.file
        if (file !== undefined) needed.add(String(row[file]))
      }
    },
    async file(name, pieces) {
      await checkFile(name, pieces)
      files.add(name)
      if (files.size > mostFiles) throw new StartError(`The archive is damaged: it holds more than ${mostFiles} files`)
    },
  })
  if (!header) throw otherFile()
  const missing = needed.difference(files).size
  if (missing > 0) throw new StartError(`The archive lacks ${missing} of the files that belong to it`)
  return { createdAt: header.createdAt, counts: header.counts, files: files.size }
}

/** `posts 7, projects 6, …`, for the output of a command. */
export const summaryOfCounts = (counts: Record<string, number>): string =>
  parts.map((part) => `${part} ${counts[part] ?? 0}`).join(', ')

/**
 * Reads only the first line of an archive, its header. Throws `StartError` when it is not an archive, or one of a newer
 * release.
 */
export async function readArchiveHead(
  archive: Pieces,
): Promise<Pick<ArchiveHeader, 'createdAt' | 'counts' | 'trashed'>> {
  let line: string | undefined
  try {
    await readEntries(archive, {
      async content(packed) {
        for await (line of readLines(packed)) break
        throw new StartError('The rest is not read')
      },
      async file() {},
    })
  } catch (error) {
    if (line === undefined) throw error
  }
  const { createdAt, counts, trashed } = readHeader(line ?? '')
  return { createdAt, counts, trashed }
}

/** Streams the rows of a compressed content; whether they are complete and undamaged is known at the end. */
export async function* readRows(packed: Pieces, begun?: (header: ArchiveHeader) => void): AsyncGenerator<PartRow> {
  for await (const { part, number, line } of readPartLines(packed, begun))
    yield { part, row: checkedRow(part, number, valueIn(line)) }
}

/** The same without parsing them: the lines after the header, each the `number`-th of its part. */
export async function* readPartLines(
  packed: Pieces,
  begun: (header: ArchiveHeader) => void = () => {},
): AsyncGenerator<{ part: string; number: number; line: string }> {
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
    const part = /^\["([^"]+)",/.exec(line)?.[1] ?? ''
    if (!Object.hasOwn(noRows, part)) throw noRow()
    const number = (counts[part] ?? 0) + 1
    // At once, because the rows of a small file can take hours.
    if (number > (header.counts[part] ?? 0)) throw otherCounts()
    counts[part] = number
    yield { part, number, line }
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

const noRow = () => new StartError('The archive is damaged: a line is no row')

const shape = z.tuple([z.string(), z.unknown()])

function valueIn(line: string): unknown {
  // Many small values need much more memory than their text.
  const { deepest, values } = measureJson(line)
  const isRow = deepest <= deepestRow && values <= mostValues
  const { success, data } = shape.safeParse(isRow ? parseJson(line) : undefined)
  if (!success) throw noRow()
  return data[1]
}

function checkedRow(part: string, number: number, value: unknown): Record<string, unknown> {
  const checked = rowSchemas[part]!.safeParse(value)
  if (checked.success) return checked.data
  const [first] = schemaIssues(checked.error)
  throw new RowFault(part, number, first ?? { path: '', message: '' })
}

const otherFile = () => new StartError('The archive is damaged: a file in it is not what it was')

/**
 * The first line of an archive. `schema` is the newest migration of its database; `sha256` covers all lines after this
 * one.
 */
const header = z.object({
  format: z.literal('industria-archive'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  schema: z.int(),
  counts: z.record(z.string(), z.int()),
  /** Of those, the rows in the trash; archives of older releases do not have it. */
  trashed: z.record(z.string(), z.int()).default({}),
  sha256: z.string(),
})

export type ArchiveHeader = z.infer<typeof header>

/** Throws `StartError` when the line is not an archive's header, or one of a newer release. */
function readHeader(line: string): ArchiveHeader {
  const { success, data: first } = header.safeParse(parseJson(line))
  if (!success) throw new StartError('The file is no archive of this site')
  if (first.schema > schemaVersion()) throw new StartError('The archive comes from a newer version of this site')
  return first
}

/** Zero rows for parts that an older archive does not have. */
const noRows: Record<string, number> = Object.fromEntries(parts.map((part) => [part, 0]))

/** The names in a tar archive: of the compressed content, and of files by their hash. */
export const contentName = 'content.gz'

export const fileFolder = 'files/'

export type Pieces = AsyncIterable<Uint8Array>

/** Consumers of an archive's parts; each must read its part to the end. */
type Takers = { content(packed: Pieces): Promise<unknown>; file(name: string, pieces: Pieces): Promise<unknown> }

/**
 * Streams through an archive of any size once: a tar, or the packed content alone. Throws `StartError` when it is neither
 * or is truncated; errors of the source are passed on.
 */
export async function readEntries(archive: Pieces, { content, file }: Takers): Promise<void> {
  let fault: unknown
  const source = watching(collectingGarbage(archive), (error) => (fault = error))
  const { first, all } = await peek(source)
  try {
    if (!isTar(first)) {
      await content(all)
      return
    }
    const tar = extract()
    const reading = pipeline(Readable.from(all, { objectMode: false }), tar)
    reading.catch(() => {})
    for await (const entry of tar) {
      const { name } = entry.header
      const pieces = entry as unknown as Pieces
      if (name === contentName) await content(pieces)
      else if (name.startsWith(fileFolder)) await file(name.slice(fileFolder.length), pieces)
      else throw new StartError('The archive holds something that does not belong there')
    }
    await reading
  } catch (error) {
    if (fault !== undefined) throw fault
    throw error instanceof StartError || !isTar(first) ? error : damaged(error)
  }
}

/** Characters of the first line, and of a row: more than the largest request and import can store in one. */
const longestHeader = 64 * 1024

const longestLine = 8 * 1024 * 1024

/** The lines of a compressed content, each with its line feed. Throws `StartError` at one that is too long. */
async function* readLines(packed: Pieces): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  let length = 0
  let most = longestHeader
  for await (const piece of unpackContent(packed)) {
    const lines = decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)).split('\n')
    for (const [at, line] of lines.entries()) {
      rest.push(line)
      length += line.length
      if (length > most) throw tooLong(most)
      if (at === lines.length - 1) continue
      yield `${rest.join('')}\n`
      rest = []
      length = 0
      most = longestLine
    }
  }
  const last = rest.join('') + decoder.end()
  if (last !== '') throw new StartError('The file is no archive of this site, or it is damaged')
}

const tooLong = (most: number) =>
  new StartError(`The archive is damaged: a line of it has more than ${most} characters, which no row has`)

/** Decompresses a packed content in pieces. Throws `StartError` when it is damaged. */
async function* unpackContent(packed: Pieces): AsyncGenerator<Uint8Array> {
  let fault: unknown
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  const reading = pipeline(
    Readable.from(
      watching(packed, (error) => (fault = error)),
      { objectMode: false },
    ),
    gunzip,
  )
  reading.catch(() => {})
  try {
    yield* collectingGarbage(gunzip as AsyncIterable<Uint8Array>)
    await reading
  } catch (error) {
    throw fault ?? damaged(error)
  } finally {
    gunzip.destroy()
  }
}

/** The name of a file in an archive is its SHA-256. Throws `StartError` unless it is. */
export async function checkFile(name: string, pieces: Pieces): Promise<void> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of pieces) {
    if (hasRunLong(longestBackgroundTurn)) await yieldToEventLoop()
    hasher.update(piece)
  }
  if (hasher.digest('hex') !== name) throw otherFile()
}

const damaged = (cause: unknown) =>
  new StartError('The file is no archive of this site, or it is damaged', { cause } as ErrorOptions)

const isTar = (first: Uint8Array) => Buffer.from(first.subarray(257, 262)).toString('latin1') === 'ustar'

/** `failed` is called with errors of the source, and not with errors of its consumer. */
async function* watching(pieces: Pieces, failed: (error: unknown) => void): AsyncGenerator<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await source.next().catch((error: unknown) => {
        failed(error)
        throw error
      })
      if (done) return
      yield value
    }
  } finally {
    await source.return?.()
  }
}

/** The first bytes of a stream, enough to detect its format. */
async function peek(pieces: AsyncGenerator<Uint8Array>): Promise<{ first: Uint8Array; all: Pieces }> {
  let first = new Uint8Array()
  while (first.byteLength < 512) {
    const { value, done } = await pieces.next()
    if (done) break
    first = new Uint8Array(Buffer.concat([first, value]))
  }
  return {
    first,
    all: (async function* () {
      yield first
      yield* pieces
    })(),
  }
}
