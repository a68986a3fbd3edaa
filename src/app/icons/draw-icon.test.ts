import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { drawIcon } from './draw-icon'

const drawn = (inside: string, width = 64, height = 64) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inside}</svg>`)
const ring = drawn('<circle cx="32" cy="32" r="30" fill="#0057ff"/>')

async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .ensureAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

describe('an icon', () => {
  test('of a drawing has the requested size, however small the drawing is', async () => {
    for (const side of [192, 512]) {
      const bytes = await drawIcon(ring, { is: 'icon', side })
      const { width, height, format } = await sharp(bytes).metadata()
      expect([width, height, format]).toEqual([side, side, 'png'])
      expect(await pixelAt(bytes, side / 2, side / 2)).toEqual([0, 87, 255, 255])
      expect((await pixelAt(bytes, 0, 0))[3]).toBe(0)
    }
  })

  test('on a background is opaque, with a margin', async () => {
    const bytes = await drawIcon(ring, { is: 'icon', side: 180, ground: '#ffffff', margin: 20 })
    const { width, hasAlpha } = await sharp(bytes).metadata()
    expect([width, hasAlpha]).toEqual([180, false])
    expect(await pixelAt(bytes, 90, 10)).toEqual([255, 255, 255, 255])
    expect(await pixelAt(bytes, 90, 90)).toEqual([0, 87, 255, 255])
  })

  test('that is not square is centred in a square', async () => {
    const bytes = await drawIcon(drawn('<rect width="64" height="16" fill="#ff0000"/>', 64, 16), {
      is: 'icon',
      side: 192,
    })
    const { width, height } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([192, 192])
    expect(await pixelAt(bytes, 96, 96)).toEqual([255, 0, 0, 255])
    expect((await pixelAt(bytes, 96, 10))[3]).toBe(0)
  })

  test('for browsers (ICO) contains three PNGs, each at its offset', async () => {
    const bytes = Buffer.from(await drawIcon(ring, { is: 'ico', sides: [16, 32, 48] }))
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3])
    for (const [at, side] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * at
      const [length, offset] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)]
      expect([bytes.readUInt8(entry), bytes.readUInt16LE(entry + 6)]).toEqual([side, 32])
      const { width, format } = await sharp(bytes.subarray(offset, offset + length)).metadata()
      expect([width, format]).toEqual([side, 'png'])
    }
    expect(bytes.readUInt32LE(6 + 32 + 8) + bytes.readUInt32LE(6 + 32 + 12)).toBe(bytes.length)
  })
})

test('a logo has the requested height, or the greatest width allowed', async () => {
  const logo = { is: 'logo', height: 112, mostWidth: 896 } as const
  const sizeOf = async (width: number, height: number, more = {}) => {
    const picture = drawn(`<rect width="${width}" height="${height}" fill="#123"/>`, width, height)
    const { width: wide, height: high } = await sharp(await drawIcon(picture, { ...logo, ...more })).metadata()
    return [wide, high]
  }
  expect(await sizeOf(200, 50)).toEqual([448, 112])
  expect(await sizeOf(50, 100)).toEqual([56, 112])
  expect(await sizeOf(2000, 100)).toEqual([896, 45])
  expect(await sizeOf(100, 100, { ground: '#ffffff', margin: 14 })).toEqual([112, 112])
})
