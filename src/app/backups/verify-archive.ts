import type { PackedContent } from '#app/content/archive-pieces'
import { hashOf, type Pieces, readEntries, readLines } from '#app/content/archive-entries'
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
      content: async (packed) => contents.push(await readContent(packed)),
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

/** Counts the rows without parsing them: whether they fit their schemas is checked before they are restored. */
async function readContent(packed: Pieces): Promise<Read> {
  const hasher = new Bun.CryptoHasher('sha256')
  const counts: Record<string, number> = {}
  let head: string | undefined
  for await (const line of readLines(packed)) {
    if (head === undefined) {
      head = line
      continue
    }
    hasher.update(line)
    const part = /^\["([^"]+)",/.exec(line)?.[1] ?? ''
    counts[part] = (counts[part] ?? 0) + 1
  }
  return { counts, sha256: hasher.digest('hex'), head: head ?? '' }
}
