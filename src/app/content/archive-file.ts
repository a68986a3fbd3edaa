import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import type { FileStore } from '#platform/storage/file-store'
import { StartError } from '#platform/start-error'
import type { SiteContent } from './site-content'
import { contentTables } from './tables'

/**
 * An archive on the disk: the packed content alone, or, where files belong to its rows, a tar of that and of them. They
 * pass through, for they may be larger than any memory.
 */
export async function writeArchiveFile(
  path: string,
  archive: Uint8Array,
  names: readonly string[],
  files: Pick<FileStore, 'use'>,
): Promise<void> {
  if (names.length === 0) return writeFile(path, archive, { mode: 0o600 })
  const tar = pack()
  const writing = pipeline(tar, createWriteStream(path, { mode: 0o600 }))
  // Told where it is awaited.
  writing.catch(() => {})
  try {
    tar.entry({ name: contentName }, Buffer.from(archive))
    for (const name of names)
      await files.use(name, async (place) => {
        const { size } = await stat(place)
        await Promise.race([pipeline(createReadStream(place), tar.entry({ name: folder + name, size })), writing])
      })
    tar.finalize()
    await writing
  } catch (error) {
    tar.destroy()
    throw error
  }
}

type Piece = AsyncIterable<Uint8Array>

/**
 * The packed content of an archive; each file of it is handed to `take`, which resolves to the hash of what it read.
 * Throws `StartError` for what is damaged.
 */
export async function readArchiveFile(
  path: string,
  take: (bytes: Piece) => Promise<string>,
): Promise<{ archive: Uint8Array<ArrayBuffer>; names: Set<string> }> {
  const names = new Set<string>()
  if (await isPacked(path)) return { archive: new Uint8Array(await readFile(path)), names }
  const tar = extract()
  const reading = pipeline(createReadStream(path), tar)
  reading.catch(() => {})
  let archive: Uint8Array<ArrayBuffer> | undefined
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const pieces = entry as unknown as Piece
      if (name === contentName) archive = new Uint8Array(await new Response(toStream(pieces)).arrayBuffer())
      else if ((await take(pieces)) === name.slice(folder.length)) names.add(name.slice(folder.length))
      else throw damaged()
    }
    await reading
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code !== undefined ? error : damaged()
  }
  if (!archive) throw damaged()
  return { archive, names }
}

/** The files that belong to the rows of a content. */
export function filesOf(content: SiteContent): string[] {
  return Object.entries(contentTables).flatMap(([part, { file }]) =>
    file === undefined ? [] : (content[part] ?? []).map((row) => String(row[file])),
  )
}

/** Throws `StartError` where a row would be restored without its file. */
export function checkFiles(content: SiteContent, names: ReadonlySet<string>): void {
  const missing = filesOf(content).filter((name) => !names.has(name))
  if (missing.length > 0) throw new StartError(`The archive lacks ${missing.length} of the files that belong to it`)
}

const contentName = 'content.gz'
const folder = 'files/'

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    // As gzip begins. Whatever is neither that nor a tar is told by who reads it.
    return buffer.toString('latin1') === '\x1f\x8b' || !(await beginsAsTar(file))
  } finally {
    await file.close()
  }
}

async function beginsAsTar(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 257)
  return buffer.toString('latin1') === 'ustar'
}

const toStream = (pieces: Piece): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async start(controller) {
      for await (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

const damaged = () => new StartError('The archive is damaged: a file in it is not what it was')
