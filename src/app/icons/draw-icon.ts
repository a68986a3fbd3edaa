import type { Sharp } from 'sharp'
import { openPicture, refuseUnreadable } from '#platform/images/open-picture'

/** A variant of a library picture for icons and the like; sizes in pixels. */
export type Drawing =
  | { is: 'ico'; sides: readonly number[] }
  /** `ground` is the background, `margin` the padding of the picture in pixels. */
  | { is: 'icon'; side: number; ground?: string; margin?: number }
  | { is: 'logo'; height: number; mostWidth: number; ground?: string; margin?: number }

declare module '#platform/images/picture-processes' {
  interface PictureTasks {
    drawIcon: typeof drawIcon
  }
}

const nothing = { r: 0, g: 0, b: 0, alpha: 0 }

/** Throws 422 when it is not a picture. */
export const drawIcon = (picture: Uint8Array, drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> =>
  refuseUnreadable(() => draw(picture, drawing))

async function draw(picture: Uint8Array, drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  const open = async () => (await openPicture(picture)).toColourspace('srgb')
  if (drawing.is === 'logo') return png(logo(await open(), drawing))
  if (drawing.is === 'icon') return png(square(await open(), drawing))
  const parts = await Promise.all(
    drawing.sides.map(async (side) => ({ side, bytes: await png(square(await open(), { side })) })),
  )
  return toIco(parts)
}

type Ground = { ground?: string; margin?: number }

function square(picture: Sharp, { side, ground, margin = 0 }: Ground & { side: number }): Sharp {
  const inner = side - 2 * margin
  const sized = picture.resize(inner, inner, { fit: 'contain', background: ground ?? nothing })
  return onGround(sized, margin, ground)
}

function logo(picture: Sharp, { height, mostWidth, ground, margin = 0 }: Extract<Drawing, { is: 'logo' }>): Sharp {
  const sized = picture.resize(mostWidth - 2 * margin, height - 2 * margin, { fit: 'inside' })
  return onGround(sized, margin, ground)
}

/** Flattened onto a background with a margin, if there is one. */
export function onGround(picture: Sharp, margin: number, ground: string | undefined): Sharp {
  if (ground === undefined) return picture
  const edges = { top: margin, bottom: margin, left: margin, right: margin }
  return picture.flatten({ background: ground }).extend({ ...edges, background: ground })
}

const png = async (picture: Sharp) =>
  new Uint8Array(await picture.png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer())

/** PNGs in the container format of `favicon.ico`: a header, an entry of 16 bytes for each, and the pictures. */
function toIco(parts: readonly { side: number; bytes: Uint8Array }[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(6 + 16 * parts.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(parts.length, 4)
  let offset = head.length
  for (const [at, { side, bytes }] of parts.entries()) {
    const entry = 6 + 16 * at
    // 0 means 256.
    head.writeUInt8(side % 256, entry)
    head.writeUInt8(side % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return new Uint8Array(Buffer.concat([head, ...parts.map(({ bytes }) => bytes)]))
}
