import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { PDFDict, PDFDocument, PDFObject } from '@cantoo/pdf-lib'
import { openPicture, savePicture } from '#platform/images/open-picture'
import type { Mime } from '../contract'
import { readSvg } from './svg'
import { wholePdf } from './pdf-ends'

/**
 * Removes a PDF's metadata: its properties, XMP of its parts, and EXIF data of its photographs, and what does not belong to
 * it before its header and behind its end. Signed and encrypted documents are otherwise unchanged, because a change would
 * invalidate them, and so are unreadable ones and those with several generations of an object. Throws 422 for a truncated one.
 */
export async function cleanPdf(file: Uint8Array): Promise<Uint8Array> {
  const bytes = wholePdf(file)
  // A file without objects would be searched for a long time.
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (![' obj', '\nobj', '\robj'].some((start) => raw.includes(start))) return bytes
  const pdf = await import('@cantoo/pdf-lib')
  // The process has no other task, so it need not yield.
  const pace = { parseSpeed: Infinity, updateMetadata: false }
  const document = await pdf.PDFDocument.load(bytes, pace).catch(() => undefined)
  if (!document || document.isEncrypted || !hasPages(document)) return bytes
  const objects = document.context.enumerateIndirectObjects()
  const dictOf = (object: PDFObject): PDFDict | undefined =>
    object instanceof pdf.PDFDict ? object : object instanceof pdf.PDFStream ? object.dict : undefined
  const name = (text: string) => pdf.PDFName.of(text)
  if (objects.some(([, object]) => dictOf(object)?.has(name('ByteRange')))) return bytes
  // Of an object in two generations only the newer one exists, but both would be written.
  if (new Set(objects.map(([ref]) => ref.objectNumber)).size < objects.length) return bytes

  const { trailerInfo } = document.context
  if (trailerInfo.Info instanceof pdf.PDFRef) document.context.delete(trailerInfo.Info)
  trailerInfo.Info = undefined
  for (const [ref, object] of objects) {
    const dict = dictOf(object)
    if (dict?.get(name('Type')) === name('Metadata')) document.context.delete(ref)
    for (const key of ['Metadata', 'PieceInfo']) dict?.delete(name(key))
    if (object instanceof pdf.PDFRawStream && isPhotograph(object.dict.get(name('Filter')), name('DCTDecode')))
      document.context.assign(ref, pdf.PDFRawStream.of(object.dict, withoutCamera(object.contents)))
  }
  return save(document).catch(() => bytes)
}

/** Without pages it was not parsed completely. */
function hasPages(document: PDFDocument): boolean {
  try {
    return document.getPageCount() > 0
  } catch {
    return false
  }
}

const save = (document: PDFDocument) =>
  document.save({ addDefaultPage: false, updateFieldAppearances: false, objectsPerTick: Infinity })

const isPhotograph = (filter: PDFObject | undefined, wanted: PDFObject) =>
  filter === wanted || (filter !== undefined && filter.toString() === `[ ${wanted.toString()} ]`)

/** JPEG markers with arbitrary metadata: all except JFIF, the colour profile, and Adobe's colour transform. */
const written = new Set([0xe1, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xeb, 0xec, 0xed, 0xef, 0xfe])
const scan = 0xda

/** A JPEG without its metadata segments. */
function withoutCamera(jpeg: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at] === 0xff && jpeg[at + 1] !== scan && at + 4 <= jpeg.length) {
    const end = at + 2 + (jpeg[at + 2]! << 8) + jpeg[at + 3]!
    if (!written.has(jpeg[at + 1]!)) kept.push(jpeg.subarray(at, end))
    at = end
  }
  kept.push(jpeg.subarray(at))
  return Buffer.concat(kept)
}

/** Animations with more frames are reduced to the first one, because encoding them takes too long. */
const mostFrames = 200
const moving: readonly Mime[] = ['image/gif', 'image/webp']

type Animated = { mime: Mime; frames: number }
export const isMoving = ({ mime, frames }: Animated): boolean =>
  moving.includes(mime) && frames > 1 && frames <= mostFrames

/** Whether visitors see only the first frame of an animation. */
export const standsStill = (picture: Animated): boolean => picture.frames > 1 && !isMoving(picture)

/** Writes the public version of a whole picture: rotated upright, in sRGB, without metadata. */
export async function makeClean(from: string, to: string, { mime, frames }: Animated): Promise<void> {
  if (mime === 'application/pdf') return writeFile(to, await cleanPdf(await Bun.file(from).bytes()))
  if (mime === 'image/svg+xml') return writeFile(to, await readSvg(from))
  await savePicture(encoders[mime](await openPicture(from, { isMoving: isMoving({ mime, frames }) })), to)
}

/** Pixels: sharp in a tile of the library on any screen. */
const thumbnailSide = 560

/** Writes a WebP thumbnail of the whole picture, rotated upright; of an animation the first frame. */
export async function makeThumbnail(from: string, to: string): Promise<void> {
  const upright = await openPicture(from)
  const small = upright.resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
  await savePicture(small.webp({ quality: 74, effort: 2 }), to)
}

/** Pixels. */
const largestAvif = 16_384

/** Keeps the format, so that links to it stay valid. */
const encoders: Record<Exclude<Mime, 'application/pdf' | 'image/svg+xml'>, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 90 }),
  'image/png': (picture) => picture.png({ compressionLevel: 7 }),
  'image/webp': (picture) => picture.webp({ quality: 90, effort: 2 }),
  // Larger ones are read, but not encoded.
  'image/avif': (picture) =>
    picture
      .resize(largestAvif, largestAvif, { fit: 'inside', withoutEnlargement: true })
      .avif({ quality: 65, effort: 1 }),
  'image/gif': (picture) => picture.gif({ effort: 3 }),
}
