import { inDocumentProcess, inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import type { Mime } from '#features/media/contract'

/** The pool of processes for a file type, so that only the same types wait for each other. */
export function processFor(mime: Mime) {
  if (mime === 'application/pdf') return inDocumentProcess
  return mime === 'image/svg+xml' ? inDrawingProcess : inPictureProcess
}
