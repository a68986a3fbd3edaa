import { StartError } from '#platform/start-error'
import { type ArchiveHeader, readHeader } from './archive'
import { type Pieces, readEntries, unpackContent } from './archive-entries'

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
        line = await firstLine(packed)
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

/** The longest header line, in characters. */
const longest = 64 * 1024

async function firstLine(packed: Pieces): Promise<string> {
  let read = ''
  for await (const piece of unpackContent(packed)) {
    read += Buffer.from(piece).toString('utf8')
    if (read.includes('\n') || read.length > longest) break
  }
  return read.split('\n')[0] ?? ''
}
