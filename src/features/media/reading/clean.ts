import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { openPicture, savePicture } from '#platform/images/open-picture'
import type { Mime } from '../contract'
import { cleanPdf } from './pdf'
import { readSvg } from './svg'

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
