import { mostPixels, openStored, readFacts, refuseUnreadable } from '#platform/images/open-picture'
import { invalid } from '#contract/http-error'
import { type LibraryPicture, widthsIn } from '#contract/picture-variants'
import type { Mime } from '../contract'
import { isMoving } from './clean'
import { framesOfPng } from './frames-of-png'
import { encodeVariant, frameOf } from './derive'
import { checkGif } from './gif'
import { wholePdf } from './pdf-ends'
import { readSvg } from './svg'

/** The type of a file: a picture with its size after rotation, or a document, which has none. */
export type Measured = {
  mime: Mime
  width: number | null
  height: number | null
  /** The number of animation frames. */
  frames: number
  /** The approximate average colour, `#rrggbb`; '' for a transparent picture, null for a document. */
  colour: string | null
}

/** Throws 422 for an unreadable or too large picture. */
export async function measure(path: string, mime: Mime): Promise<Measured> {
  if (mime === 'application/pdf') {
    wholePdf(await Bun.file(path).bytes())
    return { mime, width: null, height: null, frames: 1, colour: null }
  }
  return mime === 'image/svg+xml' ? measureSvg(path) : measurePicture(path, mime)
}

async function measurePicture(path: string, mime: Mime): Promise<Measured> {
  const { width, height, frames: pages, hasAlpha } = await readFacts(path)
  const decoded = isDecodedWhole(mime) ? pages : 1
  if (width * height * decoded > mostPixels) throw tooManyPixels()
  const file = await Bun.file(path).bytes()
  if (mime === 'image/gif') checkGif(file)
  const frames = mime === 'image/png' ? framesOfPng(file) : decoded
  const colour = await decode(path, decoded)
  await tryPublicForm(path, { width, height, sort: isMoving({ mime, frames }) ? 'moving' : 'still' })
  return { mime, width, height, frames, colour: hasAlpha && (await isSeenThrough(path)) ? '' : colour }
}

async function measureSvg(path: string): Promise<Measured> {
  const clean = Buffer.from(await readSvg(path))
  const { width, height } = await readFacts(clean)
  if (width * height > mostPixels) throw tooManyPixels()
  await decode(clean, 1)
  return { mime: 'image/svg+xml', width, height, frames: 1, colour: '' }
}

/** Decodes every pixel, the only way to detect a truncated file; resolves to the average colour. */
async function decode(picture: string | Buffer, frames: number): Promise<string> {
  const stored = await openStored(picture, frames)
  const { data, info } = await refuseUnreadable(() =>
    stored
      .resize(1, frames, { fit: 'fill', kernel: 'linear', fastShrinkOnLoad: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const [red = 0, green = red, blue = red] = data.subarray(0, info.channels)
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Makes the smallest size that pages offer, so that what is accepted can be shown. Throws 422. */
async function tryPublicForm(path: string, size: Pick<LibraryPicture, 'width' | 'height' | 'sort'>): Promise<void> {
  const picture = { ...size, focus: { x: 0.5, y: 0.5 } }
  const [smallest = 1] = widthsIn('whole', picture)
  await encodeVariant(path, picture, frameOf('whole', smallest, 'webp', picture))
}

/** Whether any pixel of the first frame is transparent. */
async function isSeenThrough(path: string): Promise<boolean> {
  const stored = await openStored(path, 1)
  return !(await refuseUnreadable(() => stored.stats())).isOpaque
}

const isDecodedWhole = (mime: Mime) => mime === 'image/gif' || mime === 'image/webp'
const tooManyPixels = () => invalid([{ path: 'file', message: 'validation.tooManyPixels' }])
