import { inDocumentProcess, inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import type { Mime } from '#features/media/contract'

/** Where a file of this kind is read, so that nothing but its like waits behind it. */
export function processFor(mime: Mime) {
  if (mime === 'application/pdf') return inDocumentProcess
  return mime === 'image/svg+xml' ? inDrawingProcess : inPictureProcess
}
