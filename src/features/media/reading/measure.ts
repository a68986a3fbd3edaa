import type { Sharp, SharpOptions } from 'sharp'
import { loadSharp, type MakeSharp } from '#platform/images/load-sharp'
import { HttpError, invalid } from '#contract/http-error'
import type { Mime } from '../contract'
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

const mostPixels = 50_000_000
/** Timeout for one picture in seconds. */
const longest = 60

/** The decoded picture, rotated upright; of an animation the first frame, unless `pages` is -1. */
export async function openUpright(source: string | Buffer, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(source, { limitInputPixels: mostPixels, sequentialRead: true, ...options })
    .timeout({ seconds: longest })
    .autoOrient()
}

/** Throws 422 for an unreadable or too large picture. */
export async function measure(path: string, mime: Mime): Promise<Measured> {
  if (mime === 'application/pdf') {
    await checkPdf(path)
    return { mime, width: null, height: null, frames: 1, colour: null }
  }
  const sharp = await loadSharp()
  return mime === 'image/svg+xml' ? measureSvg(sharp, path) : measurePicture(sharp, path, mime)
}

async function measurePicture(sharp: MakeSharp, path: string, mime: Mime): Promise<Measured> {
  const { autoOrient, width, height, pages, pageHeight, hasAlpha } = await read(() =>
    sharp(path, { pages: -1, limitInputPixels: false }).metadata(),
  )
  const frames = isMoving(mime) ? (pages ?? 1) : 1
  if (width * (pageHeight ?? height) * frames > mostPixels) throw tooManyPixels()
  if (mime === 'image/gif') await checkGifEnd(path)
  const upright = frames > 1 ? { width, height: pageHeight ?? height } : autoOrient
  const colour = await decode(sharp, path, frames)
  return { mime, ...upright, frames, colour: hasAlpha && (await isSeenThrough(sharp, path)) ? '' : colour }
}

async function measureSvg(sharp: MakeSharp, path: string): Promise<Measured> {
  const clean = Buffer.from(await readSvg(path))
  const { width, height } = await read(() => sharp(clean, { limitInputPixels: false }).metadata())
  if (width * height > mostPixels) throw tooManyPixels()
  await decode(sharp, clean, 1)
  return { mime: 'image/svg+xml', width, height, frames: 1, colour: '' }
}

/** Decodes every pixel, the only way to detect a truncated file; resolves to the average colour. */
async function decode(sharp: MakeSharp, picture: string | Buffer, frames: number): Promise<string> {
  const { data, info } = await read(() =>
    sharp(picture, { pages: frames > 1 ? -1 : 1, limitInputPixels: mostPixels, sequentialRead: true, failOn: 'error' })
      .timeout({ seconds: longest })
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

/** Whether any pixel of the first frame is transparent. */
const isSeenThrough = (sharp: MakeSharp, path: string): Promise<boolean> =>
  read(async () => !(await sharp(path, { limitInputPixels: mostPixels, sequentialRead: true }).stats()).isOpaque)

/** Converts any error of the decoder into a 422. */
async function read<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new HttpError(422, 'errors.unreadable', { cause: error })
  }
}

/** The decoder silently drops truncated frames. */
async function checkGifEnd(path: string): Promise<void> {
  const tail = await readTail(path, 64)
  if (!/;\0*$/.test(tail)) throw unreadable()
}

/** A truncated document has no end mark. */
async function checkPdf(path: string): Promise<void> {
  if (!/%%EOF\s*$/.test((await readTail(path, 1024)).replace(/\0+$/, ''))) throw unreadable()
}

async function readTail(path: string, length: number): Promise<string> {
  const file = Bun.file(path)
  return Buffer.from(await file.slice(Math.max(0, file.size - length)).bytes()).toString('latin1')
}

const isMoving = (mime: Mime) => mime === 'image/gif' || mime === 'image/webp'
const unreadable = () => new HttpError(422, 'errors.unreadable')
const tooManyPixels = () => invalid([{ path: 'file', message: 'validation.tooManyPixels' }])
