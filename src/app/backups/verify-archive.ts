import type { PackedContent } from '#app/content/archive-pieces'
import { hashOf, type Pieces, readEntries, unpackContent } from '#app/content/archive-entries'
import { BackupFault } from './faults'
import { StartError } from '#platform/start-error'

/** The contents of an archive: the number of rows of each part, and the SHA-256 of their lines. */
type Read = { counts: Record<string, number>; sha256: string; head: string }

/** Reads an archive from beginning to end. Throws `BackupFault` unless it contains exactly what was written. */
export async function verifyArchive(
  archive: Pieces,
  written: Pick<PackedContent, 'counts' | 'sha256' | 'files'>,
): Promise<void> {
  const contents: Read[] = []
  const files = new Set<string>()
  try {
    await readEntries(archive, {
      content: async (packed) => contents.push(await readLines(unpackContent(packed))),
      async file(name, pieces) {
        if ((await hashOf(pieces)) !== name) throw new BackupFault('damaged', `${name} is not what it was`)
        files.add(name)
      },
    })
  } catch (error) {
    throw error instanceof StartError ? new BackupFault('damaged', '', { cause: error }) : error
  }
  const [read] = contents
  const isSame =
    contents.length === 1 &&
    read?.sha256 === written.sha256 &&
    read.head.includes(`"sha256":"${written.sha256}"`) &&
    Object.entries(written.counts).every(([part, rows]) => (read.counts[part] ?? 0) === rows) &&
    files.size === written.files.length &&
    written.files.every((name) => files.has(name))
  if (!isSame) throw new BackupFault('damaged')
}

const lineFeed = 10
/** The length of a line's prefix that contains the name of its part. */
const longestPart = 64

async function readLines(text: AsyncIterable<Uint8Array>): Promise<Read> {
  const hasher = new Bun.CryptoHasher('sha256')
  const counts: Record<string, number> = {}
  let head: string | undefined
  let start = ''
  for await (const piece of text) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    for (let from = 0; from < bytes.byteLength;) {
      const end = bytes.indexOf(lineFeed, from)
      const to = end < 0 ? bytes.byteLength : end
      const isHead = head === undefined
      if (isHead || start.length < longestPart)
        start += bytes.toString('latin1', from, isHead ? to : Math.min(to, from + longestPart))
      const next = end < 0 ? to : to + 1
      if (!isHead) hasher.update(bytes.subarray(from, next))
      if (end >= 0 && isHead) head = start
      else if (end >= 0) countRow(counts, start)
      if (end >= 0) start = ''
      from = next
    }
  }
  return { counts, sha256: hasher.digest('hex'), head: head ?? '' }
}

function countRow(counts: Record<string, number>, line: string) {
  const part = /^\["([^"]+)",/.exec(line)?.[1] ?? ''
  counts[part] = (counts[part] ?? 0) + 1
}
