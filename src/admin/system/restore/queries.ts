import { queryOptions } from '@tanstack/react-query'
import { ApiError, readAnswer } from '#client/api-error'
import type { ArchiveSummary, Backup, Restore } from '#contract/backups'
import { isRecord, parseJson } from '#text/parse-json'

/** The maximum length of an archive's compressed header, in bytes. */
const mostOfHeader = 16 * 1024
/** A tar starts with a header block of its first file, the compressed content. */
const block = 512

/** A listed backup, or a local file. */
export type Source = Pick<Backup, 'id' | 'bytes'> | File

/** The summary in an archive's header; null for a file that is not an archive. */
export const summaryOf = (source: Source) =>
  source instanceof File
    ? queryOptions<ArchiveSummary | null>({
        queryKey: ['archive', source.name, source.size, source.lastModified],
        queryFn: () => readSummary(source),
        staleTime: 0,
        retry: false,
      })
    : queryOptions<ArchiveSummary | null>({ queryKey: ['/api/backups', source.id, 'summary'] })

/** `ended`: the user was logged out; `gone`: there is no such restore. */
export type RestoreStatus = Restore | { state: 'ended' | 'gone' }

/** Poll interval in milliseconds. */
const pollInterval = 1000

/** The progress of a restore. Its end logs everybody out, which is not an error of this query. */
export const restoreQuery = (id: string) =>
  queryOptions<RestoreStatus>({
    queryKey: ['/api/restores', id],
    queryFn: async ({ signal }) => {
      try {
        return await readAnswer<Restore>(await fetch(`/api/restores/${encodeURIComponent(id)}`, { signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return { state: 'ended' }
        if (error instanceof ApiError && error.status === 404) return { state: 'gone' }
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'running' ? pollInterval : false),
  })

/** The summary in the first line of an archive; null for a file that is not an archive. */
export async function readSummary(file: Blob): Promise<ArchiveSummary | null> {
  const isTar = (await file.slice(257, 262).text()) === 'ustar'
  const start = isTar ? block : 0
  const packed = new Uint8Array(await file.slice(start, start + mostOfHeader).arrayBuffer())
  const header = parseJson(await firstLine(packed))
  return isRecord(header) && typeof header.createdAt === 'string' && isCounts(header.counts)
    ? {
        createdAt: header.createdAt,
        counts: header.counts,
        trashed: isCounts(header.trashed) ? header.trashed : {},
      }
    : null
}

const isCounts = (counts: unknown): counts is Record<string, number> =>
  isRecord(counts) && Object.values(counts).every((count) => Number.isInteger(count))

/**
 * The header is a gzip member of its own. It is fed byte by byte, because browsers discard decompressed data when other
 * data follows the member.
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
    // Data after the header are ignored.
  }
  return text.split('\n')[0] ?? ''
}
