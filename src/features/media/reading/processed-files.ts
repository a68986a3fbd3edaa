import { HttpError } from '#contract/http-error'
import type { Received } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import pLimit from 'p-limit'
import { type FileCache, openFileCache } from '#platform/storage/file-cache'
import type { Mime } from '../contract'
import { inDocumentProcess, inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import type { Measured } from './measure'
import { recognize } from './recognize'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { media } from '../table'

/** The pool of processes for a file type, so that only the same types wait for each other. */
export function processFor(mime: Mime) {
  if (mime === 'application/pdf') return inDocumentProcess
  return mime === 'image/svg+xml' ? inDrawingProcess : inPictureProcess
}

/**
 * Detects and measures an uploaded file. A document is cleaned at once, because that may fail. Throws 415 for an
 * unsupported type, 422 for an unreadable or too large file.
 */
export async function readUpload(
  { config }: Pick<Services, 'config'>,
  { path, hash }: Pick<Received, 'path' | 'hash'>,
): Promise<Measured> {
  const mime = await recognize(path)
  if (!mime) throw new HttpError(415, 'errors.notPicture')
  const measured = await processFor(mime)('measure', [path, mime], 'soon')
  if (mime === 'application/pdf') await obtainClean(openFileCache(config), { hash, ...measured }, (make) => make(path))
  return measured
}

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

const atOnce = 20

/** Computes colours that an older release has not stored; an unreadable picture gets none. */
export async function fillColours({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  const rows = await db
    .select({ id: media.id, hash: media.hash, mime: media.mime })
    .from(media)
    .where(and(isNull(media.colour), ne(media.mime, 'application/pdf')))
    .limit(atOnce)
  for (const { id, hash, mime } of rows) {
    const colour = await files
      .use(hash, async (path) => (await processFor(mime)('measure', [path, mime], 'soon')).colour ?? '')
      .catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 503) throw error
        return ''
      })
    await db
      .update(media)
      .set({ colour })
      .where(and(eq(media.id, id), eq(media.hash, hash)))
  }
}
