import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { openPicture, refuseUnreadable } from '#platform/images/open-picture'
import {
  heightIn,
  type LibraryPicture,
  mailSize,
  type Shape,
  shapes,
  socialSize,
  tallest,
} from '#contract/picture-variants'
import { readSvg } from './svg'

type Picture = Pick<LibraryPicture, 'width' | 'height' | 'focus' | 'sort'>
export type MailType = 'jpg' | 'png' | 'gif'
export type VariantType = 'avif' | 'webp' | MailType
/** In pixels. */
export type Frame = { width: number; height: number; type: VariantType }

export const social: Frame = { ...socialSize, type: 'jpg' }

export const frameOf = (shape: Shape, width: number, type: VariantType, picture: Picture): Frame => ({
  width,
  height: Math.min(tallest, heightIn(shape, picture, width)),
  type,
})

export function mailFrame(type: MailType, picture: Picture): Frame {
  const { width, height } = mailSize(picture)
  return { width, height: Math.min(tallest, height), type }
}

export const shapeNames = Object.keys(shapes) as Shape[]

/** Writes the crop of a picture that fills the frame around its focus. */
export const makeVariant = async (from: string, to: string, picture: Picture, frame: Frame): Promise<void> =>
  writeFile(to, await encodeVariant(from, picture, frame))

/** Rotated upright, in sRGB, without metadata. Throws 422 for a picture that cannot be decoded or encoded. */
export async function encodeVariant(from: string, picture: Picture, frame: Frame): Promise<Buffer> {
  const isDrawing = picture.sort === 'drawing'
  const density = isDrawing && frame.type === 'png' ? densityOf(picture, frame) : undefined
  const upright = await openPicture(isDrawing ? Buffer.from(await readSvg(from)) : from, {
    isMoving: picture.sort === 'moving' && (frame.type === 'webp' || frame.type === 'gif'),
    density,
  })
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height)
  // What is enlarged is cropped first: a long, thin picture would exceed every limit.
  const part = scale > 1 && density === undefined ? cutFirst : cutLast
  return refuseUnreadable(() => encoders[frame.type](part(upright, picture, frame, scale)).toBuffer())
}

/** Draws at the size of the frame, instead of scaling pixels up. */
const densityOf = ({ width }: Picture, frame: Frame): number => Math.max(1, (72 * frame.width) / width)

function cutFirst(upright: Sharp, { width, height, focus }: Picture, frame: Frame, scale: number): Sharp {
  const shownOf = (length: number, framed: number) => Math.min(length, Math.max(1, Math.round(framed / scale)))
  const shown = { width: shownOf(width, frame.width), height: shownOf(height, frame.height) }
  return upright.extract(partOf({ width, height }, shown, focus)).resize(frame.width, frame.height, { fit: 'fill' })
}

/** Scales down before cropping, so that photographs are decoded at a fraction of their size. */
function cutLast(upright: Sharp, { width, height, focus }: Picture, frame: Frame, scale: number): Sharp {
  const whole = {
    width: Math.max(frame.width, Math.round(width * scale)),
    height: Math.max(frame.height, Math.round(height * scale)),
  }
  const sized = upright.resize(whole.width, whole.height, { fit: 'fill' })
  const isCut = frame.width !== whole.width || frame.height !== whole.height
  return isCut ? sized.extract(partOf(whole, frame, focus)) : sized
}

type Size = { width: number; height: number }

/** The part of that size around the focus. */
function partOf(whole: Size, part: Size, focus: Picture['focus']) {
  const start = (length: number, shown: number, at: number) =>
    Math.min(Math.max(Math.round(at * length - shown / 2), 0), length - shown)
  return {
    left: start(whole.width, part.width, focus.x),
    top: start(whole.height, part.height, focus.y),
    width: part.width,
    height: part.height,
  }
}

/** Effort settings by which the first requested variant is ready within a second, AVIF included. */
const encoders: Record<VariantType, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 76, effort: 3 }),
  // Few colours, as in drawings and logos.
  png: (picture) => picture.png({ palette: true, quality: 90, effort: 4 }),
  gif: (picture) => picture.gif({ effort: 4 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true }),
}
