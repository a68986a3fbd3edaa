import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { HttpError } from '#contract/http-error'

export type MakeSharp = (typeof import('sharp'))['default']

let loaded: Promise<MakeSharp> | undefined

/** Loaded on first use, because it is large. One thread per picture, to leave a core for visitors. */
export function loadSharp(): Promise<MakeSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}

/** A path, or the bytes. */
type PictureSource = string | Uint8Array

/** Pixels of all frames together. */
export const mostPixels = 50_000_000

/**
 * What decoders tolerate, the same for every reader, so that what is accepted at the upload can be read ever after: flaws
 * that they repair (`warning`) are, missing pixels are not. Time and memory are limited by the picture process.
 */
const options = { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true } as const

type Opening = {
  /** All frames of an animation instead of the first one. */
  isMoving?: boolean
  /** Of a drawing, in dots per inch. */
  density?: number
}

/** A JPEG without its end mark, which decoders take for cut off, with one; everything else unchanged. */
async function withEndMark(source: PictureSource): Promise<PictureSource> {
  const file = typeof source === 'string' ? Bun.file(source) : new Blob([source as Uint8Array<ArrayBuffer>])
  const [head, tail] = await Promise.all([file.slice(0, 3).bytes(), file.slice(Math.max(0, file.size - 2)).bytes()])
  const isOpen = head.toHex() === 'ffd8ff' && tail.toHex() !== 'ffd9'
  return isOpen ? Buffer.concat([await file.bytes(), endMark]) : source
}

const endMark = Uint8Array.of(0xff, 0xd9)

/**
 * A JPEG that lacks nothing but its end mark, which some cameras and programs leave out, with one; undefined for any other
 * picture. It has all its pixels if bytes behind it, which would be read in place of missing ones, change none of them.
 */
export async function completed(path: string): Promise<Uint8Array | undefined> {
  const whole = await withEndMark(path)
  if (typeof whole === 'string') return undefined
  const sharp = await loadSharp()
  const written = whole.subarray(0, whole.at(-3) === 0xff ? -3 : -2)
  let first: number | bigint | undefined
  for (const filling of ['00', '55', '92', 'ad', 'fb']) {
    const filled = Buffer.concat([written, Buffer.alloc(64, filling, 'hex'), endMark])
    const pixels = Bun.hash(await sharp(filled, options).raw().toBuffer())
    first ??= pixels
    if (first !== pixels) return undefined
  }
  return whole
}

/** The picture, rotated upright. All pictures of the library, of the site and of imports are opened here. */
export async function openPicture(file: PictureSource, { isMoving = false, density }: Opening = {}): Promise<Sharp> {
  const [sharp, source] = await Promise.all([loadSharp(), withEndMark(file)])
  if (!isMoving) return sharp(source, { ...options, pages: 1, density }).autoOrient()
  const { orientation } = await sharp(source, options).metadata()
  return isRotated(orientation)
    ? openRotated(sharp, source, orientation)
    : sharp(source, { ...options, pages: -1 }).autoOrient()
}

type PictureFacts = { width: number; height: number; frames: number; hasAlpha: boolean }

/** The size of one frame after rotation, from the header: of a picture of any size. Throws 422. */
export async function readFacts(source: PictureSource): Promise<PictureFacts> {
  const sharp = await loadSharp()
  const { width, height, pageHeight, pages, orientation, hasAlpha } = await refuseUnreadable(() =>
    sharp(source, { ...options, pages: -1, limitInputPixels: false }).metadata(),
  )
  const size = { width, height: pageHeight ?? height }
  const upright = isSideways(orientation) ? { width: size.height, height: size.width } : size
  return { ...upright, frames: pages ?? 1, hasAlpha }
}

/** The pixels as they are stored, all frames below each other. */
export async function openStored(source: PictureSource, frames: number): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(source, { ...options, pages: frames > 1 ? -1 : 1 })
}

/** Writes an encoded picture. Throws 422 when it cannot be decoded or encoded; a full disk is another error. */
export async function savePicture(picture: Sharp, to: string): Promise<void> {
  await writeFile(to, await refuseUnreadable(() => picture.toBuffer()))
}

/** Converts any error of the decoder into a 422. */
export async function refuseUnreadable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof HttpError ? error : unreadable(error)
  }
}

/** The error for a file that is damaged, or not what it seems to be. */
export const unreadable = (cause?: unknown) => new HttpError(422, 'errors.unreadable', { cause })

/** EXIF orientations: degrees clockwise, after mirroring those of `mirrored`. */
const rotations: Partial<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 }

const mirrored = [2, 4, 5, 7]

const isRotated = (orientation: number | undefined): orientation is number =>
  orientation !== undefined && rotations[orientation] !== undefined

const isSideways = (orientation: number | undefined): boolean => isRotated(orientation) && orientation >= 5

/**
 * An animation, each of its frames rotated: the decoder has all frames below each other in one picture, and would rotate
 * that.
 */
async function openRotated(sharp: MakeSharp, source: PictureSource, orientation: number): Promise<Sharp> {
  const strip = sharp(source, { ...options, pages: -1 })
  const { pages = 1, delay, loop } = await strip.metadata()
  const { data, info } = await strip.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height / pages, channels: info.channels }
  const frames: Buffer[] = []
  for (let at = 0; at < pages; at++) {
    const stored = data.subarray((at * data.length) / pages, ((at + 1) * data.length) / pages)
    const frame = sharp(stored, { raw }).rotate(rotations[orientation])
    frames.push(await frame.flop(mirrored.includes(orientation)).raw().toBuffer())
  }
  const [width, pageHeight] = orientation >= 5 ? [raw.height, raw.width] : [raw.width, raw.height]
  const upright = { width, height: pageHeight * pages, pageHeight, channels: info.channels }
  // These options stay when an encoder is chosen afterwards.
  return sharp(Buffer.concat(frames), { ...options, raw: upright }).webp({ delay, loop })
}
