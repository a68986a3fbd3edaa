import { inDocumentProcess, inDrawingProcess, inPictureProcess } from '#base/pictures/picture-processes'
import type { Mime } from './contract'

/** Where a file of this kind is read, so that nothing but its like waits behind it. */
export function processFor(mime: Mime) {
  if (mime === 'application/pdf') return inDocumentProcess
  return mime === 'image/svg+xml' ? inDrawingProcess : inPictureProcess
}
