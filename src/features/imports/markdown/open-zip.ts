import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise } from 'yauzl'
import { unreadable } from '../reading/reader'

/** The files of a zip by their names, below the one folder that holds all of them. */
export type OpenZip = {
  entries: ReadonlyMap<string, Entry>
  /** Throws 422 where it is damaged; undefined where it is larger than `most` bytes. */
  text(name: string, most: number): Promise<string | undefined>
  /** Throws 422 where it is damaged. */
  unpack(name: string, path: string): Promise<void>
  close(): void
}

/** What systems leave beside content: of the Finder, of version control, of packages, and of built sites. */
const beside = /(?:^|\/)(?:\.[^/]+|__MACOSX|node_modules|_site|Thumbs\.db)(?:\/|$)/

/** Throws 422 for what is damaged, or encrypted. */
export async function openZip(path: string): Promise<OpenZip> {
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

  async function read<Result>(name: string, work: (bytes: Readable) => Promise<Result>): Promise<Result> {
    try {
      return await work(await zip.openReadStreamPromise(entries.get(name)!))
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
        for await (const piece of bytes) pieces.push(piece as Uint8Array)
        return new TextDecoder().decode(Buffer.concat(pieces))
      })
    },
    unpack: (name, to) => read(name, (bytes) => pipeline(bytes, createWriteStream(to))),
    close: () => zip.close(),
  }
}

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // The disk rather than the file.
  if (code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE') throw error
  throw unreadable('validation.importDamaged')
}

/** `site-main/` of a downloaded repository, say; '' where there is none. A folder that says what is in it stays. */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names
  const folder = /^([^/]+\/)/.exec(first)?.[1]
  if (folder === undefined || /^(?:posts|projects|pages|content|src|_posts|_drafts)\/$/.test(folder)) return ''
  return names.every((name) => name.startsWith(folder)) ? folder : ''
}
