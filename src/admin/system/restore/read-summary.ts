import type { ArchiveSummary } from '#contract/archive-summary'
import { isRecord, parseJson } from '#text/parse-json'

/** Bytes: the packed header of an archive is never as long as that. */
const mostOfHeader = 16 * 1024
/** A tar begins with a block about its first file, the packed content. */
const block = 512

/** What the first line of an archive says of it; null for a file that is none. */
export async function readSummary(file: Blob): Promise<ArchiveSummary | null> {
  const isTar = (await file.slice(257, 262).text()) === 'ustar'
  const start = isTar ? block : 0
  const packed = new Uint8Array(await file.slice(start, start + mostOfHeader).arrayBuffer())
  const header = parseJson(await firstLine(packed))
  return isRecord(header) && typeof header.createdAt === 'string' && isCounts(header.counts)
    ? { createdAt: header.createdAt, counts: header.counts }
    : null
}

const isCounts = (counts: unknown): counts is Record<string, number> =>
  isRecord(counts) && Object.values(counts).every((count) => Number.isInteger(count))

/**
 * The header is packed by itself. It is unpacked byte by byte: browsers drop what they have unpacked as soon as they see
 * that something else follows.
 */
async function firstLine(packed: Uint8Array<ArrayBuffer>): Promise<string> {
  const { readable, writable } = new DecompressionStream('gzip')
  const writer = writable.getWriter()
  const reader = readable.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const reading = (async () => {
    for (let read = await reader.read(); !read.done && !text.includes('\n'); read = await reader.read())
      text += decoder.decode(read.value, { stream: true })
  })()
  reading.catch(() => {})
  try {
    for (let at = 0; at < packed.length && !text.includes('\n'); at++) await writer.write(packed.subarray(at, at + 1))
    await writer.close()
    await reading
  } catch {
    // Whatever follows the header is not read.
  }
  return text.split('\n')[0] ?? ''
}
