import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { origin, testApi } from '#test/api'
import { receiveFile } from '#platform/http/bodies'
import { HttpError } from '#contract/http-error'
import type { MediaItem } from './contract'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
const dataDir = mkdtempSync(join(tmpdir(), 'media-'))
beforeAll(async () => {
  t = await testApi({ throttle: false, dataDir })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#369' }, limitInputPixels: false })

async function send(body: BodyInit, headers: Record<string, string> = {}) {
  const response = await t.api.handle(
    new Request(`${origin}/api/media`, { method: 'POST', headers: { origin, cookie, ...headers }, body }),
  )
  return { status: response.status, json: (await response.json()) as MediaItem & { message?: string } }
}

function upload(bytes: Uint8Array | string, name: string) {
  const form = new FormData()
  form.append('file', new File([bytes as BlobPart], name))
  return send(form)
}
const statusOf = async (bytes: Uint8Array | string, name = 'file') => (await upload(bytes, name)).status
const left = () => {
  try {
    return readdirSync(join(dataDir, 'media', 'incoming'))
  } catch {
    return []
  }
}

describe('a file is refused that', () => {
  test('has a type that the library does not accept, whatever its name', async () => {
    for (const [name, bytes] of [
      ['a.png', 'This is a text.'],
      ['a.jpg', ''.padEnd(5000, 'x')],
      ['a.png', '\x89PNG'],
      ['a.svg', '<html><body>no</body></html>'],
      ['a.svg', '<?xml version="1.0"?><note/>'],
      ['a.webp', 'RIFF....WAVE'],
      ['a.bmp', 'BM......'],
      ['a.avif', `\0\0\0\x18ftypheic\0\0\0\0mif1heic`],
      ['a.tiff', await picture(4, 4).tiff().toBuffer()],
    ] as const)
      expect([name, await statusOf(bytes, name)]).toEqual([name, 415])
    expect(left()).toEqual([])
  })

  test('is damaged', async () => {
    const noise = sharp({
      create: {
        width: 200,
        height: 150,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
    const raw = await noise.png().toBuffer()
    const frames = await Promise.all(
      [10, 90, 200].map((red) =>
        sharp({ create: { width: 90, height: 60, channels: 3, background: { r: red, g: 9, b: 9 } } })
          .png()
          .toBuffer(),
      ),
    )
    const whole: Record<string, Buffer> = {
      png: raw,
      jpeg: await sharp(raw).jpeg().toBuffer(),
      progressive: await sharp(raw).jpeg({ progressive: true }).toBuffer(),
      interlaced: await sharp(raw).png({ progressive: true }).toBuffer(),
      webp: await sharp(raw).webp().toBuffer(),
      avif: await sharp(raw).avif({ effort: 0 }).toBuffer(),
      gif: await sharp(raw).gif().toBuffer(),
      moving: await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      pdf: Buffer.from(`%PDF-1.4\n${'x'.repeat(3000)}\n%%EOF\n`),
      svg: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g>${'<path d="M0 0"/>'.repeat(20)}</g></svg>`,
      ),
    }
    for (const [name, bytes] of Object.entries(whole)) {
      for (const part of [0.95, 0.5, 0.2])
        expect([name, part, await statusOf(bytes.subarray(0, Math.floor(bytes.length * part)))]).toEqual([
          name,
          part,
          422,
        ])
      expect([name, await statusOf(bytes)]).toEqual([name, 201])
    }
    expect(left()).toEqual([])
  }, 60_000)

  test('has too many pixels, in one picture or in all its frames', async () => {
    expect(await statusOf(blackPng(10_000, 5000))).toBe(201)
    expect(await statusOf(blackPng(10_000, 6000))).toBe(422)
    expect(await statusOf(await picture(10_000, 6000).jpeg({ quality: 20 }).toBuffer())).toBe(422)
    expect(await statusOf(blackPng(60_000, 60_000, 1_000_000))).toBe(422)
    expect(await statusOf('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>')).toBe(422)
    const frame = await picture(4000, 2600).png().toBuffer()
    const gif = await sharp(
      Array.from({ length: 5 }, () => frame),
      { join: { animated: true }, limitInputPixels: false },
    )
      .gif({ keepDuplicateFrames: true, effort: 1, colours: 2 })
      .toBuffer()
    expect(await statusOf(gif)).toBe(422)
    expect(await statusOf(await picture(1, 1).png().toBuffer())).toBe(201)
    expect(await statusOf(await picture(10_000, 5000).jpeg({ quality: 20 }).toBuffer())).toBe(201)
  }, 60_000)

  test('is larger than 25 MiB', async () => {
    const most = 25 * 1024 * 1024
    const pdf = (size: number) =>
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size - 15, 'x'), Buffer.from('%%EOF\n')])
    expect(await statusOf(pdf(most))).toBe(201)
    expect(await statusOf(pdf(most + 1))).toBe(413)
    expect(await statusOf(Buffer.alloc(26 * 1024 * 1024))).toBe(413)
    expect(left()).toEqual([])
  }, 60_000)
})

test('an animated picture has the dimensions of one frame', async () => {
  const frames = await Promise.all(
    Array.from({ length: 500 }, (_, at) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: { r: at % 256, g: at >> 8, b: 9 } } })
        .png()
        .toBuffer(),
    ),
  )
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const { status, json } = await upload(gif, 'moving.gif')
  expect([status, json.width, json.height]).toEqual([201, 40, 30])
}, 60_000)

test('a rotated photograph is measured upright', async () => {
  const bytes = await picture(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { json } = await upload(bytes, 'turned.jpg')
  expect([json.width, json.height, json.bytes]).toEqual([40, 60, bytes.length])
})

describe('a file name', () => {
  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\ada\\plan.png', 'plan.png'],
    ['a\u202egnp.exe.png', 'agnp.exe.png'],
    ['😀 fiesta.png', '😀 fiesta.png'],
    ['..', 'file.png'],
    ['.hidden.png', 'hidden.png'],
    ['a\tb\u0007.png', 'ab.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
    [`${'😀'.repeat(200)}.png`, `${'😀'.repeat(98)}.png`],
  ])('%p is %p', async (given, name) => {
    const { status, json } = await upload(await picture(2, 2).png().toBuffer(), given)
    expect([status, json.name]).toEqual([201, name])
    expect(json.url).toMatch(/^\/media\/1\/[\w%.!~*'()-]+$/)
    expect(json.url.length).toBeLessThan(700)
  })

  test('may have characters that no header can hold', async () => {
    const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a\0b\u202e.svg"\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>\r\n--x--\r\n`
    const { status, json } = await send(body, { 'content-type': 'multipart/form-data; boundary=x' })
    expect([status, json.name]).toEqual([201, 'ab.svg'])
  })
})

describe('a request body', () => {
  const part = (name = 'file', filename: string | null = 'a.svg') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>\r\n`
  const type = 'multipart/form-data; boundary=x'

  test.each([
    ['without a boundary', part() + '--x--\r\n', 'multipart/form-data', 400],
    ['that never ends', part(), type, 400],
    ['that is cut off in its head', part().slice(0, 30), type, 400],
    ['with another boundary', part() + '--x--\r\n', 'multipart/form-data; boundary=other', 400],
    ['of nothing', '', type, 400],
    ['without a file', '--x--\r\n', type, 422],
    ['with a text only', `${part('file', null)}--x--\r\n`, type, 422],
    ['with an empty choice', `${part('file', '')}--x--\r\n`, type, 422],
    ['with a file of another name', `${part('other')}--x--\r\n`, type, 422],
    ['with two files', `${part() + part()}--x--\r\n`, type, 422],
    ['with ten files', `${part().repeat(10)}--x--\r\n`, type, 422],
    ['that is JSON', '{}', 'application/json', 415],
  ])('%s is refused', async (_, body, contentType, status) => {
    expect((await send(body, { 'content-type': contentType })).status).toBe(status)
    expect(left()).toEqual([])
  })

  test('may have text fields beside the file', async () => {
    expect((await send(`${part('note', null) + part()}--x--\r\n`, { 'content-type': type })).status).toBe(201)
  })

  test('that stalls times out', async () => {
    const path = join(dataDir, 'slow')
    const slow = (pieces: number) =>
      new Request(origin, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode(part()))
            for (let count = 0; count < pieces; count++) {
              await Bun.sleep(20)
              controller.enqueue(new TextEncoder().encode('x'))
            }
          },
        }),
      })
    for (const [pieces, limits] of [
      [0, { longestPause: 50, longest: 5000 }],
      [1000, { longestPause: 500, longest: 200 }],
    ] as const) {
      const failed = await receiveFile(slow(pieces), { field: 'file', largest: 1e6, path, ...limits }).catch(
        (error: unknown) => error,
      )
      expect(failed).toBeInstanceOf(HttpError)
      expect((failed as HttpError).status).toBe(408)
    }
  })
})

/** One bit per pixel; with fewer `bytes` the file only claims its size. */
function blackPng(width: number, height: number, bytes = height * (1 + Math.ceil(width / 8))): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(Bun.hash.crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
