import { HttpError } from '#contract/http-error'
import type { Received } from '#platform/http/multipart-file'
import type { Services } from '#platform/services'
import { obtainClean } from './clean-file'
import { madeFiles } from '#platform/storage/open-made-files'
import { processFor } from '#features/media/serving/process-for'
import type { Measured } from '#features/media/reading/measure'
import { recognize } from '#features/media/reading/recognize'

/**
 * What a file is that has come. A document is made ready for visitors at once: whether that can be done is known only
 * then. Throws 415 for what the library does not take, 422 for what cannot be read and what is too large.
 */
export async function readUpload(
  { config }: Pick<Services, 'config'>,
  { path, hash }: Pick<Received, 'path' | 'hash'>,
): Promise<Measured> {
  const mime = await recognize(path)
  if (!mime) throw new HttpError(415, 'errors.notPicture')
  const measured = await processFor(mime)('measure', [path, mime], 'soon')
  if (mime === 'application/pdf') await obtainClean(madeFiles(config), { hash, ...measured }, (make) => make(path))
  return measured
}
