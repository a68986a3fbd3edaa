import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp, { type Sharp } from 'sharp'
import { mailAddress, socialAddress, variantAddress } from '#contract/picture-variants'
import { movingPicture, type TestLibrary, testLibrary } from '#test/library'
import { toPicture } from './library-picture'
import { variantsOf } from './serving/variants'
import { media } from './table'

let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

/** Red and green above blue and yellow. */
const quarters = (width = 60, height = 40) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${['#f00', '#0f0', '#00f', '#ff0']
        .map(
          (colour, at) =>
            `<rect x="${((at % 2) * width) / 2}" y="${(Math.floor(at / 2) * height) / 2}" width="${width / 2}" height="${height / 2}" fill="${colour}"/>`,
        )
        .join('')}</svg>`,
    ),
  )

async function quartersOf(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const letters: Record<string, string> = { '100': 'r', '010': 'g', '001': 'b', '110': 'y' }
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return letters[[...data.subarray(start, start + 3)].map((part) => (part > 128 ? 1 : 0)).join('')]
  }
  return [at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)].join('')
}

/** The statuses of every address of the newest item that a page, a mail or the library contains. */
async function served(): Promise<Record<string, number>> {
  const row = (await library.t.services.db.select().from(media).orderBy(media.id)).at(-1)
  const picture = row && toPicture(row)
  if (!picture) throw new Error('There is no picture')
  const addresses = [
    `/media/${row.id}/${encodeURIComponent(row.addressName)}`,
    `/media/${row.id}/${encodeURIComponent(row.addressName)}?small=1`,
    socialAddress(picture),
    mailAddress(picture),
    ...variantsOf(picture).map(({ place, frame }) =>
      variantAddress(
        picture,
        place === 'wide' || place === 'square' ? place : 'whole',
        frame.width,
        frame.type === 'avif' ? 'avif' : 'webp',
      ),
    ),
  ]
  const statuses: Record<string, number> = {}
  for (const address of addresses) statuses[address] = (await library.t.ask(address)).status
  return statuses
}

async function failuresOf(bytes: Uint8Array, name: string): Promise<unknown> {
  const { status } = await library.send('/api/media', bytes, name)
  const all = Object.entries(await served())
  expect([name, status, all.length > 5]).toEqual([name, 201, true])
  return all.filter(([, one]) => one !== 200)
}

/** Inserts bytes before the first marker of that kind, or changes those behind it. */
function atMarker(jpeg: Buffer, marker: number, change: (start: number) => Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, marker]))
  expect(at).toBeGreaterThan(0)
  return change(at)
}

const chunk = (type: string, data: Buffer, flaw = 0) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE((Bun.hash.crc32(body) ^ flaw) >>> 0)
  return Buffer.concat([length, body, sum])
}
const withChunk = (png: Buffer, added: Buffer) => Buffer.concat([png.subarray(0, 33), added, png.subarray(33)])

/** An EXIF block of one entry, in either byte order. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const block = Buffer.alloc(26)
  const short = (value: number, at: number) =>
    isLittle ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    isLittle ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at)
  block.write(isLittle ? 'II' : 'MM', 'latin1')
  short(42, 2)
  long(8, 4)
  for (const [at, value] of [1, 0x112, 3].entries()) short(value, 8 + 2 * at)
  long(1, 14)
  short(orientation, 18)
  return block
}

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
const withSegment = (jpeg: Buffer, added: Buffer) => Buffer.concat([jpeg.subarray(0, 2), added, jpeg.subarray(2)])

describe('a picture with a flaw that every viewer forgives is shown at every address', () => {
  test.each([
    [
      'a scan that says that it ends at its first coefficient',
      (jpeg: Buffer) =>
        atMarker(jpeg, 0xda, (at) =>
          Buffer.concat([jpeg.subarray(0, at + 12), Buffer.from([0, 0]), jpeg.subarray(at + 14)]),
        ),
    ],
    [
      'bytes before a marker',
      (jpeg: Buffer) =>
        atMarker(jpeg, 0xda, (at) => Buffer.concat([jpeg.subarray(0, at), Buffer.from([1, 2, 3]), jpeg.subarray(at)])),
    ],
    [
      'fill bytes before a marker',
      (jpeg: Buffer) =>
        atMarker(jpeg, 0xda, (at) => Buffer.concat([jpeg.subarray(0, at), Buffer.from([255, 255]), jpeg.subarray(at)])),
    ],
    [
      'a broken colour profile',
      (jpeg: Buffer) =>
        withSegment(jpeg, segment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${'\t'.repeat(300)}`, 'latin1'))),
    ],
    [
      'broken camera data',
      (jpeg: Buffer) => withSegment(jpeg, segment(0xe1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\x7f', 'latin1'))),
    ],
    [
      'an unknown orientation',
      (jpeg: Buffer) => withSegment(jpeg, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(9, false)]))),
    ],
    ['a text behind its end', (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from('\r\na remark')])],
    ['a second picture behind its end', (jpeg: Buffer) => Buffer.concat([jpeg, jpeg])],
    ['no end mark', (jpeg: Buffer) => jpeg.subarray(0, -2)],
    ['half of an end mark', (jpeg: Buffer) => jpeg.subarray(0, -1)],
  ])('a JPEG with %s', async (_, flawed) => {
    const jpeg = await quarters(200, 150).jpeg().toBuffer()
    const bytes = flawed(jpeg)
    expect(bytes.equals(jpeg)).toBe(false)
    expect(await failuresOf(bytes, 'a.jpg')).toEqual([])
    expect(await quartersOf(await (await library.t.ask('/media/1/a.jpg')).bytes())).toBe('rgby')
  })

  test.each([
    ['a wrong checksum of a text', (png: Buffer) => withChunk(png, chunk('tEXt', Buffer.from('Comment\0a'), 1))],
    ['a wrong checksum of the gamma', (png: Buffer) => withChunk(png, chunk('gAMA', Buffer.from([0, 0, 177, 143]), 1))],
    ['a broken colour profile', (png: Buffer) => withChunk(png, chunk('iCCP', Buffer.from('a\0\0broken')))],
    ['a text behind its end', (png: Buffer) => Buffer.concat([png, Buffer.from('a remark')])],
  ])('a PNG with %s', async (_, flawed) => {
    const png = await quarters(200, 150).png().toBuffer()
    expect(await failuresOf(flawed(png), 'a.png')).toEqual([])
  })

  test.each(['webp', 'avif'] as const)('a text behind its end: %s', async (format) => {
    const bytes = await quarters(200, 150)[format]().toBuffer()
    expect(await failuresOf(Buffer.concat([bytes, Buffer.from('a remark')]), `a.${format}`)).toEqual([])
  })
})

describe('every kind of pixels is shown at every address', () => {
  test.each([
    ['CMYK', 'jpg', () => quarters(200, 150).toColourspace('cmyk').jpeg()],
    ['Display P3', 'jpg', () => quarters(200, 150).withIccProfile('p3').jpeg()],
    ['progressive', 'jpg', () => quarters(200, 150).jpeg({ progressive: true })],
    ['16 bits', 'png', () => quarters(200, 150).toColourspace('rgb16').png()],
    ['grey with transparency', 'png', () => quarters(200, 150).greyscale().ensureAlpha(0.5).png()],
    ['a palette with transparency', 'png', () => quarters(200, 150).ensureAlpha(0.5).png({ palette: true })],
    ['interlaced', 'png', () => quarters(200, 150).png({ progressive: true })],
    ['one pixel', 'png', () => quarters(1, 1).png()],
    ['one pixel', 'avif', () => quarters(1, 1).avif()],
    ['one frame', 'gif', () => quarters(200, 150).gif()],
  ] as const)('%s: %s', async (_, format, draw) => {
    expect(await failuresOf(await draw().toBuffer(), `a.${format}`)).toEqual([])
  })

  test.each([
    [1, 20_000],
    [2, 70_000],
    [20_000, 1],
    [60_000, 2],
  ])(
    '%d × %d pixels',
    async (width, height) => {
      const plain = sharp({ create: { width, height, channels: 3, background: '#369' } })
      expect(await failuresOf(await plain.png().toBuffer(), 'long.png')).toEqual([])
    },
    60_000,
  )

  test('a tall screenshot keeps its proportions in every size', async () => {
    const { id } = await library.upload(await quarters(450, 18_000).png().toBuffer(), 'tall.png')
    const row = (await library.t.services.db.select().from(media)).find((one) => one.id === id)
    const picture = row && toPicture(row)
    const whole = picture ? variantsOf(picture).filter(({ place }) => place === 'whole') : []
    expect(whole.length).toBeGreaterThan(1)
    for (const { frame } of whole) {
      expect(frame.height).toBeLessThanOrEqual(16_383)
      expect(frame.height / frame.width).toBeCloseTo(40, 1)
    }
  })
})

describe('a picture is upright', () => {
  /** What the first letter of each row was before. */
  const upright = ['', 'rgby', 'gryb', 'ybgr', 'byrg', 'rbgy', 'bryg', 'ygbr', 'gyrb']

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('by orientation %d, in every format, also when it moves', async (orientation) => {
    const frames = [await quarters().png().toBuffer(), await quarters().negate().png().toBuffer()]
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true, delay: [70, 130], loop: 3 })
      .toBuffer()
    const turned = (drawn: Sharp) => drawn.withMetadata({ orientation })
    const jpeg = await quarters().jpeg().toBuffer()
    const files: Record<string, Buffer> = {
      'a.jpg': await turned(quarters()).jpeg().toBuffer(),
      'little.jpg': withSegment(jpeg, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, true)]))),
      'big.jpg': withSegment(jpeg, segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, false)]))),
      'a.webp': await turned(quarters()).webp({ lossless: true }).toBuffer(),
      'a.png': withChunk(await quarters().png().toBuffer(), chunk('eXIf', exif(orientation, false))),
      'a.avif': await turned(quarters()).avif().toBuffer(),
      'moving.webp': await turned(sharp(moving, { pages: -1 }))
        .webp({ lossless: true })
        .toBuffer(),
    }
    const size = orientation >= 5 ? [40, 60] : [60, 40]
    for (const [name, bytes] of Object.entries(files)) {
      const { status, json } = await library.send('/api/media', bytes, name)
      expect([name, status, json.width, json.height]).toEqual([name, 201, ...size])
      expect([name, Object.entries(await served()).filter(([, one]) => one !== 200)]).toEqual([name, []])
      const clean = await (await library.t.ask(json.url)).bytes()
      expect([name, await quartersOf(clean)]).toEqual([name, upright[orientation] ?? ''])
      const { pages, pageHeight, delay, loop } = await sharp(clean, { pages: -1 }).metadata()
      if (name === 'moving.webp')
        expect({ pages, pageHeight, delay, loop }).toEqual({ pages: 2, pageHeight: size[1], delay: [70, 130], loop: 3 })
    }
  })
})

describe('an animation that visitors see standing still', () => {
  const number = (...values: number[]) => {
    const bytes = Buffer.alloc(4 * values.length)
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
    return bytes
  }
  /** A PNG whose first frame is its still picture. */
  async function movingPng(frames: number): Promise<Buffer> {
    const png = await quarters().png().toBuffer()
    const start = png.indexOf('IDAT') - 4
    const pixels = png.subarray(start + 8, start + 8 + png.readUInt32BE(start))
    const control = (order: number) =>
      chunk('fcTL', Buffer.concat([number(order, 60, 40, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]))
    const further = Array.from({ length: Math.min(frames, 5) - 1 }, (_, at) =>
      Buffer.concat([control(1 + 2 * at), chunk('fdAT', Buffer.concat([number(2 + 2 * at), pixels]))]),
    )
    const end = start + 12 + pixels.length
    const animation = chunk('acTL', number(frames, 0))
    return Buffer.concat([
      png.subarray(0, 33),
      animation,
      control(0),
      png.subarray(33, end),
      ...further,
      png.subarray(end),
    ])
  }

  test('is accepted, and said to stand still, at the upload and later', async () => {
    const files: Record<string, Buffer> = {
      'a.png': await movingPng(2),
      'endless.png': await movingPng(0xffff_ffff),
      'a.gif': await movingPicture(201),
    }
    for (const [name, bytes] of Object.entries(files)) {
      const { status, json } = await library.send('/api/media', bytes, name)
      expect([name, status, json.notes]).toEqual([name, 201, ['stands-still']])
      expect([name, Object.entries(await served()).filter(([, one]) => one !== 200)]).toEqual([name, []])
      const later = (await (await library.write('GET', `/api/media/${json.id}`)).json()) as typeof json
      expect([name, later.notes]).toEqual([name, ['stands-still']])
    }
    const list = (await (await library.write('GET', '/api/media')).json()) as { items: { notes?: string[] }[] }
    expect(list.items.map(({ notes }) => notes)).toEqual(Array.from({ length: 3 }, () => ['stands-still']))
  })

  test('is told apart from pictures that are still, or keep moving', async () => {
    const files: Record<string, Buffer> = {
      'one frame.png': await movingPng(1),
      'still.png': await quarters().png().toBuffer(),
      'still.avif': await quarters().avif().toBuffer(),
      'moving.gif': await movingPicture(3),
      'still.gif': await quarters().gif().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(files)) {
      const { status, json } = await library.send('/api/media', bytes, name)
      expect([name, status, json.notes]).toEqual([name, 201, undefined])
    }
  })

  test('is not said any more when a file that moves replaces it', async () => {
    const { id } = await library.upload(await movingPng(2), 'a.png')
    const { status, json } = await library.send(`/api/media/${id}/file`, await movingPicture(3), 'a.gif')
    expect([status, json.notes]).toEqual([200, undefined])
  })
})

describe('a picture that cannot be shown is refused', () => {
  test('when pixels are missing, or a checksum of them is wrong', async () => {
    const jpeg = await quarters(200, 150).blur(3).jpeg({ progressive: true }).toBuffer()
    const png = await quarters(200, 150).png().toBuffer()
    const damaged = Buffer.from(png)
    const at = damaged.indexOf('IDAT')
    damaged.writeUInt8(damaged.readUInt8(at + 20) ^ 1, at + 20)
    for (const [name, bytes] of Object.entries({ 'a.jpg': jpeg, 'a.png': png }))
      expect((await library.send('/api/media', bytes, name)).status).toBe(201)
    const plain = await quarters(200, 150).blur(3).jpeg().toBuffer()
    const cut = { 'cut.jpg': jpeg.subarray(0, -40), 'short.jpg': plain.subarray(0, -20) }
    for (const [name, bytes] of Object.entries({ ...cut, 'damaged.png': damaged }))
      expect([name, (await library.send('/api/media', bytes, name)).status]).toEqual([name, 422])
  })
})

describe('a moving GIF', () => {
  test('keeps moving when bytes follow its end, or its trailer is missing; they are not served', async () => {
    const whole = await movingPicture(3)
    const flawed: Record<string, Buffer> = {
      remark: Buffer.concat([whole, Buffer.from('a remark')]),
      'line break': Buffer.concat([whole, Buffer.from('\r\n')]),
      zeros: Buffer.concat([whole, Buffer.alloc(3000)]),
      'another GIF': Buffer.concat([whole, whole]),
      'no trailer': whole.subarray(0, -1),
      'zeros instead of a trailer': Buffer.concat([whole.subarray(0, -1), Buffer.alloc(20)]),
    }
    for (const [name, bytes] of Object.entries(flawed)) {
      const { status, json } = await library.send('/api/media', bytes, `${name}.gif`)
      expect([name, status, json.width, json.height]).toEqual([name, 201, 40, 20])
      expect([name, Object.entries(await served()).filter(([, one]) => one !== 200)]).toEqual([name, []])
      const clean = await (await library.t.ask(json.url)).bytes()
      expect([name, (await sharp(clean, { pages: -1 }).metadata()).pages]).toEqual([name, 3])
      expect(Buffer.from(clean).includes('remark')).toBe(false)
    }
  })

  test('is refused when it is cut within a frame', async () => {
    const whole = await movingPicture(3)
    for (const cut of [2, 5, 20, Math.floor(whole.length / 2)])
      expect([cut, (await library.send('/api/media', whole.subarray(0, -cut), 'cut.gif')).status]).toEqual([cut, 422])
  })
})
