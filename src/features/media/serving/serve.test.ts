import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { HttpError } from '#contract/http-error'
import { hashOf, host, movingPicture, type TestLibrary, testLibrary } from '#test/library'

let library: TestLibrary
let t: TestLibrary['t']
beforeAll(async () => {
  library = await testLibrary()
  t = library.t
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

let shade = 0
const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: (shade += 7) % 256, g: 90, b: 30 } } })
const camera = { IFD0: { Make: 'Camera', Artist: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }

describe('a picture at its address', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is upright and without EXIF data: %s', async (format) => {
    const sent = await picture().withExif(camera).withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    const before = await sharp(sent).metadata()
    // AVIF's decoder applies the rotation of the container itself.
    expect([before.orientation, before.exif !== undefined]).toEqual([format === 'avif' ? undefined : 6, true])
    const { url, mime } = await library.upload(sent, `turned.${format}`)
    const answer = await t.ask(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mime])
    const bytes = await bytesOf(answer)
    const { width, height, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([before.autoOrient.width, before.autoOrient.height])
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined))
    expect(bytes.includes('Camera')).toBe(false)
    expect(Number(answer.headers.get('content-length'))).toBe(bytes.length)
  })

  test('is revalidated each time, and not sent again', async () => {
    const { url } = await library.upload(await picture().png().toBuffer(), 'a.png')
    const { headers } = await t.ask(url)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-cache', 'nosniff'])
    const tag = headers.get('etag') ?? ''
    expect((await t.ask(url, { headers: { 'if-none-match': `"x", W/${tag}` } })).status).toBe(304)
    const head = await t.ask(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), (await bytesOf(head)).length]).toEqual([200, tag, 0])
  })

  test('has no other name, and is not found after it was deleted', async () => {
    const { url } = await library.upload(await picture().png().toBuffer(), 'a.png')
    for (const other of [
      '/media/1/b.png',
      '/media/1/',
      '/media/1',
      '/media/2/a.png',
      '/media/01/a.png',
      '/media/1/%',
      '/media/1/a.png/',
      '/media/1/..%2fa.png',
    ])
      expect([other, (await t.ask(other)).status]).not.toEqual([other, 200])
    expect((await library.write('DELETE', '/api/media/1')).status).toBe(204)
    expect((await t.ask(url)).status).toBe(404)
    // The 404 is not cached.
    expect((await t.ask('/media/2/a.png')).status).toBe(404)
    await library.upload(await picture().png().toBuffer(), 'a.png')
    expect((await t.ask('/media/2/a.png')).status).toBe(200)
  })

  test('stays animated, and is a still image beyond 200 frames', async () => {
    for (const [count, shown] of [
      [3, 3],
      [201, 1],
    ] as const) {
      const { url } = await library.upload(await movingPicture(count, { width: 20, height: 10 }), `${count}.gif`)
      const answer = await t.ask(url)
      const { pages = 1, format } = await sharp(await bytesOf(answer), { pages: -1 }).metadata()
      expect([format, pages]).toEqual(['gif', shown])
    }
  })
})

test('a drawing is served without scripts', async () => {
  const { url } = await library.upload(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><path d="M0 0"/></svg>',
    'a.svg',
  )
  const answer = await t.ask(url)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/)
  const text = await answer.text()
  expect([text.includes('alert'), text.includes('<path d="M0 0">')]).toEqual([false, true])
})

test('a document is a download', async () => {
  const { url, width, height } = await library.upload('%PDF-1.4\n/JavaScript\n%%EOF\n', 'Plan ñ "1".pdf')
  expect([width, height]).toEqual([null, null])
  const { headers } = await t.ask(url)
  expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Plan%20%C3%B1%20%221%22.pdf`)
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['application/pdf', 'nosniff'])
})

describe('a replaced file', () => {
  test('keeps its address, and every page that shows it is rendered again', async () => {
    const { url } = await library.upload(await picture(60, 40).png().toBuffer(), 'a.png')
    await t.publish('with-picture', 'With a picture', { content: `<p><img src="${url}" alt=""></p>` })
    const shown = await t.ask(url)
    await t.ask('/blog/with-picture/')
    const stampBefore = t.services.cacheTags.stamp(['media'])
    const sent = await picture(80, 20).jpeg().toBuffer()
    const { status, json } = await library.send('/api/media/1/file', sent, 'other.jpg')
    expect([status, json.url, json.name, json.mime, json.width, json.height, json.version]).toEqual([
      200,
      url,
      'a.png',
      'image/jpeg',
      80,
      20,
      2,
    ])
    expect(t.services.cacheTags.stamp(['media'])).not.toBe(stampBefore)
    const now = await t.ask(url, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } })
    expect([now.status, now.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(library.originalNames()).toEqual([hashOf(sent)])
  })

  test('is refused where it belongs to another item, is of another type, or has an old version', async () => {
    const [one, two] = [await picture().png().toBuffer(), await picture().png().toBuffer()]
    await library.upload(one, 'one.png')
    await library.upload(two, 'two.png')
    await library.upload('%PDF-1.4\n%%EOF\n', 'plan.pdf')
    expect((await library.send('/api/media/1/file', two, 'a.png')).status).toBe(409)
    expect((await library.send('/api/media/3/file', one, 'a.png')).status).toBe(409)
    expect((await library.send('/api/media/3/file', await picture().png().toBuffer(), 'a.png')).status).toBe(422)
    expect((await library.send('/api/media/1/file', '%PDF-1.4\n2%%EOF\n', 'a.pdf')).status).toBe(422)
    expect((await library.send('/api/media/9/file', await picture().png().toBuffer(), 'a.png')).status).toBe(404)
    expect(
      (await library.send('/api/media/1/file', await picture().png().toBuffer(), 'a.png', { 'if-match': '"7"' }))
        .status,
    ).toBe(412)
    expect((await library.send('/api/media/1/file', one, 'same.png')).status).toBe(200)
    expect(library.originalNames().length).toBe(3)
  })
})

test('a repeat with the same idempotency key compares the file, however it is encoded', async () => {
  const [one, two] = [await picture().png().toBuffer(), await picture().png().toBuffer()]
  const key = { 'idempotency-key': 'once' }
  const first = await library.send('/api/media', one, 'a.png', key)
  const again = await library.send('/api/media', one, 'b.png', key)
  expect([first.status, again.status, again.json]).toEqual([201, 201, first.json])
  expect((await library.send('/api/media', two, 'a.png', key)).status).toBe(422)
})

test('while the store is unreachable uploads are refused with a reason, and pages still work', async () => {
  const away = () => Promise.reject(new HttpError(503, 'errors.filesAway', { headers: { 'Retry-After': '10' } }))
  const { url } = await library.upload(await picture().png().toBuffer(), 'a.png')
  const unmade = await library.upload(await picture().png().toBuffer(), 'b.png')
  expect((await t.ask(url)).status).toBe(200)
  const { files } = t.services
  const before = { ...files }
  Object.assign(files, { keep: away, has: away, use: away, remove: away })
  const sent = new FormData()
  sent.append('file', new File([new Uint8Array(await picture().png().toBuffer())], 'c.png'))
  const refused = await t.ask('/api/media', {
    method: 'POST',
    body: sent,
    headers: { origin: host, cookie: library.cookie() },
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect((await t.ask('/')).status).toBe(200)
  expect((await t.ask(url)).status).toBe(200)
  const unavailable = await t.ask(unmade.url)
  expect([unavailable.status, unavailable.headers.get('cache-control')]).toEqual([503, 'no-store'])
  Object.assign(files, before)
  expect((await t.ask(unmade.url)).status).toBe(200)
})

test('pages omit what was force-deleted, and do not show it again', async () => {
  const [gone, kept] = [
    await library.upload(await picture().png().toBuffer(), 'gone.png'),
    await library.upload(await picture().png().toBuffer(), 'kept.png'),
  ]
  const content = [
    `<p>Before</p><figure><img src="${gone.url}" alt="a > b"><figcaption>Caption of it</figcaption></figure>`,
    `<p><img src="${gone.url}" alt=""></p><p>After <img src="${kept.url}" alt=""></p>`,
  ].join('')
  await t.publish('with-picture', 'With a picture', { imageUrl: gone.url, content })
  expect(await (await t.ask('/blog/with-picture/')).text()).toContain(gone.url)
  const before = await t.ask('/api/blog/with-picture')
  expect((await library.write('DELETE', `/api/media/${gone.id}?force=1`)).status).toBe(204)
  const page = await (await t.ask('/blog/with-picture/')).text()
  expect([
    page.includes(gone.url),
    page.includes('Caption of it'),
    page.includes(kept.url),
    page.includes('After'),
  ]).toEqual([false, false, true, true])
  expect(await (await t.ask('/blog/')).text()).not.toContain(gone.url)
  const after = await t.ask('/api/blog/with-picture', {
    headers: { 'if-none-match': before.headers.get('etag') ?? '' },
  })
  expect([after.status, ((await after.json()) as { imageUrl: string }).imageUrl]).toEqual([200, ''])
  // Editors see the stored record.
  const stored = await t.ask('/api/blog/with-picture?status=all', { headers: { cookie: library.cookie() } })
  expect(((await stored.json()) as { imageUrl: string }).imageUrl).toBe(gone.url)
})
