import {
  completed,
  mostPixels,
  openStored,
  readFacts,
  refuseUnreadable,
  unreadable,
} from '#platform/images/open-picture'
import { invalid } from '#contract/http-error'
import { type LibraryPicture, widthsIn } from '#contract/picture-variants'
import type { Mime } from '../contract'
import { isMoving, makeClean, makeThumbnail } from './clean'
import { encodeVariant, frameOf, makeVariant } from './derive'
import { wholePdf } from './pdf-ends'
import { readSvg } from './svg'

const image = 0x2c
const extension = 0x21
const trailer = 0x3b

/**
 * Throws 422 for a GIF that ends within a block: the decoder drops an incomplete frame without an error. What comes behind
 * the trailer is ignored, and a missing trailer is fine behind the last frame, as in every viewer.
 */
function checkGif(bytes: Uint8Array): void {
  let at = 13 + tableSize(bytes[10])
  let frames = 0
  while (at < bytes.length && bytes[at] !== trailer) {
    const kind = bytes[at]
    if (kind === image) {
      at = afterBlocks(bytes, at + 11 + tableSize(bytes[at + 9]))
      frames++
    } else if (kind === extension) {
      at = afterBlocks(bytes, at + 2)
    } else if (frames > 0) {
      // Not a block: the decoder ends here too.
      break
    } else {
      throw unreadable()
    }
  }
  if (frames === 0) throw unreadable()
}

/** The size of a colour table in bytes, by the flags before it. */
const tableSize = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** The position behind a sequence of sub-blocks, which an empty one ends. */
function afterBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  throw unreadable()
}

/** More are not told apart. */
const most = 100_000

/** The frames of an animated PNG, of which the decoder reads only the first one; 1 for a still picture. */
function framesOfPng(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  // The chunk with their number stands before the pixels.
  for (let at = 8; at + 16 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return Math.min(Math.max(1, bytes.readUInt32BE(at + 8)), most)
    if (type === 'IDAT') return 1
  }
  return 1
}

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
  const colour = await decode(path, decoded).catch(async (error: unknown) => {
    const whole = await completed(path).catch(() => undefined)
    if (!whole) throw error
    return decode(whole, decoded)
  })
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
async function decode(picture: string | Uint8Array, frames: number): Promise<string> {
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

/** The library's tasks for picture processes. */
export const readingTasks = { measure, makeClean, makeThumbnail, makeVariant }

declare module '#platform/images/picture-processes' {
  interface PictureTasks {
    measure: typeof measure
    makeClean: typeof makeClean
    makeThumbnail: typeof makeThumbnail
    makeVariant: typeof makeVariant
  }
}
