import { StartError } from '#platform/start-error'
import { type ArchiveHeader, readHeader } from './archive'
import { type Pieces, readEntries, readLines } from './archive-entries'

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
