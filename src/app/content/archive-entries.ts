import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { collectingGarbage } from '#platform/garbage-collection'
import { hasRunLong, longestBackgroundTurn, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { StartError } from '#platform/start-error'

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
export async function* readLines(packed: Pieces): AsyncGenerator<string> {
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

/** The SHA-256 of a file in an archive, which is its name. */
export async function hashOf(pieces: Pieces): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of pieces) {
    if (hasRunLong(longestBackgroundTurn)) await yieldToEventLoop()
    hasher.update(piece)
  }
  return hasher.digest('hex')
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
