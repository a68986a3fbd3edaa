import { HttpError } from '#contract/http-error'
import type { Received } from '#platform/http/multipart-file'
import type { Services } from '#platform/services'
import { obtainClean } from './clean-file'
import { openFileCache } from '#platform/storage/open-file-cache'
import { processFor } from '#features/media/serving/process-for'
import type { Measured } from '#features/media/reading/measure'
import { recognize } from '#features/media/reading/recognize'

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
