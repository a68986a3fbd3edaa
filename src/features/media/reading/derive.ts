import type { Sharp } from 'sharp'
import { heightIn, type LibraryPicture, mailSize, type Shape, shapes, socialSize } from '#contract/picture-variants'
import { openUpright } from './measure'
import { readSvg } from './svg'

type Picture = Pick<LibraryPicture, 'width' | 'height' | 'focus' | 'sort'>
export type MailType = 'jpg' | 'png' | 'gif'
export type VariantType = 'avif' | 'webp' | MailType
/** In pixels. */
export type Frame = { width: number; height: number; type: VariantType }

export const social: Frame = { ...socialSize, type: 'jpg' }

export const frameOf = (shape: Shape, width: number, type: VariantType, picture: Picture): Frame => ({
  width,
  height: heightIn(shape, picture, width),
  type,
})

export const mailFrame = (type: MailType, picture: Picture): Frame => ({ ...mailSize(picture), type })

export const shapeNames = Object.keys(shapes) as Shape[]

/** Writes the crop of a picture that fills the frame around its focus: rotated upright, in sRGB, without metadata. */
export async function makeVariant(from: string, to: string, picture: Picture, frame: Frame): Promise<void> {
  const isDrawing = picture.sort === 'drawing'
  const source = isDrawing ? Buffer.from(await readSvg(from)) : from
  const upright = await openUpright(source, {
    pages: picture.sort === 'moving' && (frame.type === 'webp' || frame.type === 'gif') ? -1 : 1,
    ...(isDrawing && frame.type === 'png' ? { density: densityOf(picture, frame) } : {}),
  })
  const { whole, part } = cutOf(picture, frame)
  // Scales down before cropping, so that photographs are decoded at a fraction of their size.
  const sized = upright.resize(whole.width, whole.height, { fit: 'fill' })
  const isCut = part.width !== whole.width || part.height !== whole.height
  await encoders[frame.type](isCut ? sized.extract(part) : sized).toFile(to)
}

/** Draws at the size of the frame, instead of scaling pixels up. */
const densityOf = ({ width }: Picture, frame: Frame): number => Math.max(1, (72 * frame.width) / width)

/** The size of the whole picture scaled to fill the frame, and the part that the frame shows. */
function cutOf({ width, height, focus }: Picture, frame: Frame) {
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
const encoders: Record<VariantType, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 52, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 76, effort: 3 }),
  // Few colours, as in drawings and logos.
  png: (picture) => picture.png({ palette: true, quality: 90, effort: 4 }),
  gif: (picture) => picture.gif({ effort: 4 }),
  jpg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true }),
}
