import pLimit from 'p-limit'
import type { MadeFiles } from '#platform/storage/made-files'
import type { Mime } from '#features/media/contract'
import { processFor } from '#features/media/serving/process-for'

/** Whole pictures that are turned lie in memory, each pixel of them. */
const one = pLimit(1)

/** Increment when the output changes. */
export const cleanVersion = (mime: Mime): number => (mime === 'image/svg+xml' ? 3 : 2)

/**
 * The file as visitors may have it, made of the original where there is none yet. Throws 422 for what takes more time or
 * memory than the processes have for it.
 */
export const obtainClean = (
  made: MadeFiles,
  { hash, mime, frames }: { hash: string; mime: Mime; frames: number },
  original: (work: (path: string) => Promise<void>) => Promise<void>,
): Promise<string> =>
  made.obtain(`${hash}-${cleanVersion(mime)}`, (to) =>
    original((from) => {
      const clean = () => processFor(mime)('makeClean', [from, to, { mime, frames }])
      return mime === 'application/pdf' || mime === 'image/svg+xml' ? clean() : one(clean)
    }),
  )
