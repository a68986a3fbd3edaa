import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { HttpError } from '#contract/http-error'
import { movingPicture, type TestLibrary, testLibrary } from '#test/library'
import { prewarmPictures } from './prewarm'

let library: TestLibrary
let t: TestLibrary['t']
beforeAll(async () => {
  library = await testLibrary()
  t = library.t
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const upload = async (bytes: Uint8Array | string, name: string) => (await library.upload(bytes, name)).variants
const setFocus = (x: number, y: number) => library.write('PUT', '/api/media/1', { focus: { x, y } })

/** Red on the left, blue on the right. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#0000ff' } },
      left: width / 2,
      top: 0,
    },
  ])
let quality = 60
/** A different one each time. */
const photograph = () => halves(1500, 500).jpeg({ quality: quality++ }).toBuffer()

async function picture(path: string) {
  const answer = await t.ask(path)
  const type = answer.headers.get('content-type')
  if (answer.status !== 200) return { status: answer.status, answer, type }
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height, pages, pageHeight, exif, orientation } = await sharp(bytes, { pages: -1 }).metadata()
  const { dominant } = await sharp(bytes).stats()
  return { status: 200, answer, type, width, height: pageHeight ?? height, pages, exif, orientation, dominant, bytes }
}

describe('a variant of a picture', () => {
  test('exists as AVIF and WebP at the widths that the pages use, and is immutable', async () => {
    const at = await upload(await photograph(), 'a.jpg')
    for (const [name, width, height] of [
      ['360', 360, 120],
      ['1408', 1408, 469],
      ['wide-50-50-720', 720, 450],
      ['wide-50-50-800', 800, 500],
      ['square-50-50-480', 480, 480],
    ] as const)
      for (const type of ['avif', 'webp']) {
        const made = await picture(`${at}/${name}.${type}`)
        expect([made.status, made.type, made.width, made.height]).toEqual([200, `image/${type}`, width, height])
        const { headers } = made.answer
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        const tag = headers.get('etag') ?? ''
        const again = await t.ask(`${at}/${name}.${type}`, { headers: { 'if-none-match': tag } })
        expect([tag !== '', again.status]).toEqual([true, 304])
      }
  })

  test('of another width is not found, and nothing is made', async () => {
    const at = await upload(await photograph(), 'a.jpg')
    for (const name of [
      '361.webp',
      '1500.webp',
      '1920.webp',
      '0360.webp',
      '360.png',
      '360.jpg',
      '360',
      '',
      'wide-720.webp',
      'wide-50-50-1120.webp',
      'square-50-50-640.avif',
      'whole-50-50-360.webp',
      'tall-50-50-360.webp',
      'social-50-50.webp',
      'social.jpg',
      'mail.gif',
      'mail.webp',
      'mail-1088.jpg',
      '../a.jpg',
      '360.webp/',
    ]) {
      const { status, headers } = await t.ask(`${at}/${name}`)
      expect([name, status === 404 || status === 308]).toEqual([name, true])
      expect(headers.get('cache-control')).not.toContain('immutable')
    }
    expect((await t.ask(`/media/${'0'.repeat(64)}/360.webp`)).status).toBe(404)
    expect((await t.ask(`${at.toUpperCase().replace('MEDIA', 'media')}/360.webp`)).status).toBe(404)
    expect(library.madeNames).toThrow()
  })

  test('is upright, without EXIF data', async () => {
    const sent = await halves(600, 400)
      .withExif({ IFD0: { Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const made = await picture(`${await upload(sent, 'a.jpg')}/360.webp`)
    expect([made.width, made.height, made.exif, made.orientation]).toEqual([360, 540, undefined, undefined])
  })

  test('is cropped around the focal point, and at a new address when that moves', async () => {
    const at = await upload(await photograph(), 'a.jpg')
    await setFocus(0, 0.5)
    expect((await picture(`${at}/square-0-50-160.webp`)).dominant?.b).toBeLessThan(50)
    await setFocus(1, 0.5)
    const right = await picture(`${at}/square-100-50-160.webp`)
    expect([right.dominant!.b > 200, right.dominant!.r < 50]).toEqual([true, true])
    const { answer: old } = await picture(`${at}/square-0-50-160.webp`)
    expect([old.status, old.headers.get('cache-control')]).toEqual([302, 'no-cache'])
    expect(old.headers.get('location')).toBe(`${at}/square-100-50-160.webp`)
  })

  test('is never larger than the picture', async () => {
    const at = await upload(await halves(700, 300).png().toBuffer(), 'a.png')
    expect((await picture(`${at}/700.webp`)).width).toBe(700)
    expect((await picture(`${at}/wide-50-50-480.webp`)).height).toBe(300)
    expect((await t.ask(`${at}/1080.webp`)).status).toBe(404)
    const one = await upload(
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      '1.png',
    )
    expect((await picture(`${one}/1.avif`)).width).toBe(1)
  })

  test('is made once for concurrent requests', async () => {
    const at = await upload(await photograph(), 'a.jpg')
    const { files } = t.services
    const use = files.use
    let count = 0
    files.use = <Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> => {
      count++
      return use.call(files, name, work) as Promise<Result>
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.ask(`${at}/720.webp`)))
    files.use = use
    expect([[...new Set(answers.map(({ status }) => status))], count]).toEqual([[200], 1])
    expect(library.madeNames().length).toBe(1)
  })

  test('is made in advance, the small ones first', async () => {
    const hashes = [await upload(await photograph(), 'a.jpg'), await upload(await photograph(), 'b.jpg')].map((at) =>
      at.slice('/media/'.length),
    )
    const made: string[] = []
    const madeCount = () => {
      try {
        return library.madeNames().length
      } catch {
        return 0
      }
    }
    const { files } = t.services
    const use = files.use
    files.use = <Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> => {
      made.push(`${name} after ${madeCount()}`)
      return use.call(files, name, work) as Promise<Result>
    }
    await prewarmPictures(t.services)
    // The thumbnail and small variants of each as WebP, then as AVIF, then the larger ones.
    expect(made).toEqual([
      `${hashes[0]} after 0`,
      `${hashes[1]} after 10`,
      `${hashes[0]} after 20`,
      `${hashes[1]} after 29`,
      `${hashes[0]} after 38`,
      `${hashes[1]} after 39`,
      `${hashes[0]} after 40`,
      `${hashes[1]} after 41`,
    ])
    expect((await t.ask(`/media/${hashes[0]}/wide-50-50-720.avif`)).status).toBe(200)
    files.use = use
    expect([made.length, library.madeNames().length]).toEqual([8, 42])
    await prewarmPictures(t.services)
    expect(library.madeNames().length).toBe(42)
  })

  test('of the replaced file redirects to that of the new one', async () => {
    const sent = [await photograph(), await halves(900, 700).jpeg().toBuffer()] as const
    const old = await upload(sent[0], 'a.jpg')
    expect((await library.send('/api/media/1/file', sent[1], 'b.jpg')).status).toBe(200)
    for (const [name, width, height] of [
      ['640.webp', 720, 560],
      ['1408.avif', 900, 700],
      ['wide-50-50-800.webp', 900, 563],
      ['social-50-50.jpg', 1200, 630],
      ['mail.png', 900, 700],
    ] as const) {
      const { status, headers } = await t.ask(`${old}/${name}`, { headers: { 'if-none-match': '*' } })
      expect([name, status, headers.get('cache-control')]).toEqual([name, 302, 'no-cache'])
      const made = await picture(headers.get('location') ?? '')
      expect([name, made.status, made.width, made.height]).toEqual([name, 200, width, height])
      expect(made.answer.headers.get('cache-control')).toContain('immutable')
    }
    expect((await t.ask(`${old}/640.png`)).status).toBe(404)
    // A drawing has no variants: it is served whole.
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
    expect((await library.send('/api/media/1/file', drawing, 'c.svg')).status).toBe(200)
    const { status, headers } = await t.ask(`${old}/wide-50-50-800.webp`)
    expect([status, headers.get('location')]).toEqual([302, '/media/1/a.jpg'])
    expect((await t.ask('/media/1/a.jpg')).headers.get('content-type')).toBe('image/svg+xml')
    expect((await library.write('DELETE', '/api/media/1')).status).toBe(204)
    expect((await t.ask(`${old}/640.webp`)).status).toBe(404)
  })

  test('that cannot be made is an error for now alone', async () => {
    const at = await upload(await photograph(), 'a.jpg')
    const { files } = t.services
    const use = files.use
    files.use = () => Promise.reject(new HttpError(503, 'errors.filesAway', { headers: { 'Retry-After': '10' } }))
    const refused = await t.ask(`${at}/720.webp`)
    files.use = use
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await t.ask(`${at}/720.webp`)).status).toBe(200)
  })
})

test('an animated picture stays animated as WebP, and is a still image beyond 200 frames', async () => {
  for (const [count, shown] of [
    [3, 3],
    [201, 1],
  ] as const) {
    const at = await upload(await movingPicture(count), `${count}.gif`)
    const whole = await picture(`${at}/40.webp`)
    expect([whole.pages ?? 1, whole.width, whole.height]).toEqual([shown, 40, 20])
    const cut = await picture(`${at}/square-50-50-20.webp`)
    expect([cut.pages ?? 1, cut.width, cut.height]).toEqual([shown, 20, 20])
    expect((await t.ask(`${at}/40.avif`)).status).toBe(shown === 1 ? 200 : 404)
    expect((await picture(`${at}/social-50-50.jpg`)).width).toBe(1200)
  }
})

test('the picture of mails is a JPEG, PNG or GIF, at twice the width of their column at most', async () => {
  const camera = await halves(2000, 1000)
    .withExif({ IFD0: { Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .webp()
    .toBuffer()
  const photo = await picture(`${await upload(camera, 'a.webp')}/mail.jpg`)
  expect([photo.type, photo.width, photo.height, photo.exif]).toEqual(['image/jpeg', 1000, 2000, undefined])
  expect([...photo.bytes!.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(photo.answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const wide = await picture(`${await upload(await photograph(), 'b.jpg')}/mail.jpg`)
  expect([wide.width, wide.height]).toEqual([1088, 363])

  const seenThrough = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#ff000000' } })
    .webp()
    .toBuffer()
  const clear = await picture(`${await upload(seenThrough, 'c.webp')}/mail.png`)
  expect([clear.type, clear.width, (await sharp(clear.bytes!).stats()).isOpaque]).toEqual(['image/png', 60, false])
  expect([...clear.bytes!.subarray(1, 4)]).toEqual([...Buffer.from('PNG')])

  const moving = await picture(`${await upload(await movingPicture(3), 'd.gif')}/mail.gif`)
  expect([moving.type, moving.pages, moving.width, moving.height]).toEqual(['image/gif', 3, 40, 20])
  expect(moving.bytes!.subarray(0, 4).toString()).toBe('GIF8')

  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><path d="M0 0h20v15H0z" fill="#00f"/></svg>'
  const at = await upload(drawing, 'e.svg')
  const drawn = await picture(`${at}/mail.png`)
  expect([drawn.type, drawn.width, drawn.height]).toEqual(['image/png', 80, 60])
  // Drawn at that size, not scaled up: the edge is sharp.
  const edge = sharp(drawn.bytes!).ensureAlpha().extract({ left: 38, top: 10, width: 4, height: 1 }).extractChannel(3)
  expect([...(await edge.raw().toBuffer())]).toEqual([255, 255, 0, 0])
  expect((await t.ask(`${at}/mail.gif`)).status).toBe(404)
})

test('the picture of shared links is a JPEG of one size, around the focal point', async () => {
  const at = await upload(await photograph(), 'a.jpg')
  await setFocus(1, 0.5)
  const made = await picture(`${at}/social-100-50.jpg`)
  expect([made.type, made.width, made.height, made.dominant!.b > 200]).toEqual(['image/jpeg', 1200, 630, true])
  const drawing = await upload(
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><path d="M0 0h90v90H0z" fill="#00f"/></svg>',
    'a.svg',
  )
  expect((await picture(`${drawing}/social-50-50.jpg`)).height).toBe(630)
  expect((await t.ask(`${drawing}/90.webp`)).status).toBe(404)
  const document = await upload('%PDF-1.4\n%%EOF\n', 'a.pdf')
  expect((await t.ask(`${document}/social-50-50.jpg`)).status).toBe(404)
})
