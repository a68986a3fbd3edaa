import pLimit from 'p-limit'
import type { FileCache } from '#platform/storage/file-cache'
import type { Mime } from '#features/media/contract'
import { processFor } from '#features/media/serving/process-for'

/** One at a time, because rotating needs the whole decoded picture in memory. */
const one = pLimit(1)

/** Increment when the output changes. */
export const cleanVersion = (mime: Mime): number => (mime === 'image/svg+xml' ? 4 : 2)

/**
 * The public version of a file, generated from the original if it is missing. Throws 422 if that exceeds the time or
 * memory limits of the processes.
 */
export const obtainClean = (
  cache: FileCache,
  { hash, mime, frames }: { hash: string; mime: Mime; frames: number },
  original: (work: (path: string) => Promise<void>) => Promise<void>,
): Promise<string> =>
  cache.obtain(`${hash}-${cleanVersion(mime)}`, (to) =>
    original((from) => {
      const clean = () => processFor(mime)('makeClean', [from, to, { mime, frames }])
      return mime === 'application/pdf' || mime === 'image/svg+xml' ? clean() : one(clean)
    }),
  )
