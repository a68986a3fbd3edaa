import type { Sharp } from 'sharp'
import { loadSharp } from '#platform/images/load-sharp'
import { heightIn, type Shape, shapes } from '#contract/picture-variants'
import type { Focus } from '#features/media/serving/crops'
import { mostPixels } from './measure'
import { readSvg } from './svg'

/** Seconds for one picture. */
const longest = 60

export type Picture = { width: number; height: number; focus: Focus; isMoving: boolean; isDrawing: boolean }
export type FormType = 'avif' | 'webp' | 'jpg'
/** In pixels. */
export type Frame = { width: number; height: number; type: FormType }

export const social: Frame = { width: 1200, height: 630, type: 'jpg' }

export const frameOf = (shape: Shape, width: number, type: FormType, picture: Picture): Frame => ({
  width,
  height: heightIn(shape, picture, width),
  type,
})

export const shapeNames = Object.keys(shapes) as Shape[]

/**
 * Writes what of a picture fills the frame, about its focus: upright, in the colours of the web, and without what the
 * camera wrote beside it.
 */
export async function makeForm(from: string, to: string, picture: Picture, frame: Frame): Promise<void> {
  const source = picture.isDrawing ? Buffer.from(await readSvg(from)) : from
  const sharp = await loadSharp()
  const upright = sharp(source, {
    pages: picture.isMoving && frame.type === 'webp' ? -1 : 1,
    limitInputPixels: mostPixels,
    sequentialRead: true,
  })
    .timeout({ seconds: longest })
    .autoOrient()
  const { whole, part } = cutOf(picture, frame)
  // The whole is made smaller first: photographs are then read at a fraction of their size.
  const sized = upright.resize(whole.width, whole.height, { fit: 'fill' })
  const isCut = part.width !== whole.width || part.height !== whole.height
  await encoders[frame.type](isCut ? sized.extract(part) : sized).toFile(to)
}

/** How large the whole picture is where the frame is filled, and which part of it the frame then shows. */
export function cutOf({ width, height, focus }: Omit<Picture, 'isMoving' | 'isDrawing'>, frame: Frame) {
  const scale = Math.max(frame.width / width, frame.height / height)
  const whole = {
    width: Math.max(frame.width, Math.round(width * scale)),
    height: Math.max(frame.height, Math.round(height * scale)),
  }
  const start = (length: number, shown: number, at: number) =>
    Math.min(Math.max(Math.round(at * length - shown / 2), 0), length - shown)
  const part = {
    left: start(whole.width, frame.width, focus.x),
    top: start(whole.height, frame.height, focus.y),
    width: frame.width,
    height: frame.height,
  }
  return { whole, part }
}

/** Effort settings by which the first requested variant is ready within a second, AVIF included. */
const encoders: Record<FormType, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 76, effort: 3 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true }),
}
