import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { unreadable } from '../reading/reader'

/** The files of a zip by name, without a common root folder. */
export type OpenZip = {
  entries: ReadonlyMap<string, Entry>
  /** Throws 422 if it is damaged; undefined if it is larger than `most` bytes. */
  text(name: string, most: number): Promise<string | undefined>
  /** Throws 422 if it is damaged. */
  unpack(name: string, path: string): Promise<void>
  close(): void
}

/** Files that are no content: of operating systems, version control, packages, and built sites. */
const beside = /(?:^|\/)(?:\.[^/]+|__MACOSX|node_modules|_site|Thumbs\.db)(?:\/|$)/

/** Throws 422 for a damaged or encrypted zip. */
export async function openZip(path: string): Promise<OpenZip> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(refuse)
  const all: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) all.push(entry)
  } catch (error) {
    zip.close()
    refuse(error)
  }
  const kept = all.filter(({ fileName }) => !beside.test(fileName))
  const top = commonFolder(kept.map(({ fileName }) => fileName))
  const entries = new Map(kept.map((entry) => [entry.fileName.slice(top.length), entry]))

  async function read<Result>(
    name: string,
    work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const entry = entries.get(name)!
      return await work(checked(await zip.openReadStreamPromise(entry), entry.crc32))
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    entries,
    async text(name, most) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > most) return undefined
      return read(name, async (bytes) => {
        const pieces: Uint8Array[] = []
        for await (const piece of bytes) pieces.push(piece)
        return new TextDecoder().decode(Buffer.concat(pieces))
      })
    },
    unpack: (name, to) => read(name, (bytes) => pipeline(bytes, createWriteStream(to))),
    close: () => zip.close(),
  }
}

/** Fails at the end of bytes that have another checksum. */
async function* checked(bytes: Readable, checksum: number): AsyncGenerator<Uint8Array> {
  let sum = 0
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== checksum) throw new Error('A file of the zip has another checksum')
}

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // An error of the disk, not of the file.
  if (code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE') throw error
  throw unreadable('validation.importDamaged')
}

/**
 * The common root folder, such as `site-main/` of a downloaded repository; '' if there is none. A folder whose name is
 * meaningful is not one.
 */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names
  const folder = /^([^/]+\/)/.exec(first)?.[1]
  if (folder === undefined || /^(?:posts|projects|pages|content|src|_posts|_drafts)\/$/.test(folder)) return ''
  return names.every((name) => name.startsWith(folder)) ? folder : ''
}
