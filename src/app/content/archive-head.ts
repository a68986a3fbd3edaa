import { StartError } from '#platform/start-error'
import { type ArchiveHeader, readHeader } from './archive'
import { type Pieces, readEntries, unpackContent } from './archive-entries'

/**
 * What the first line of an archive says of it; no more is read. Throws `StartError` for what is no archive, or one of a
 * newer release.
 */
export async function readArchiveHead(archive: Pieces): Promise<Pick<ArchiveHeader, 'createdAt' | 'counts'>> {
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
  const { createdAt, counts } = readHeader(line ?? '')
  return { createdAt, counts }
}

/** Characters: a first line is never as long as that. */
const longest = 64 * 1024

async function firstLine(packed: Pieces): Promise<string> {
  let read = ''
  for await (const piece of unpackContent(packed)) {
    read += Buffer.from(piece).toString('utf8')
    if (read.includes('\n') || read.length > longest) break
  }
  return read.split('\n')[0] ?? ''
}
