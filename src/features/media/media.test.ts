import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { HttpError } from '#contract/http-error'
import { origin, testApi } from '#test/api'
import { eventStream } from '#test/network/event-stream'
import type { MediaItem, MediaPart } from './contract'
import { sweepFiles } from './files'
import { thumbnailUrl } from './paths'
import { serveMedia } from './serving/serve'
import { media } from './table'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
const dataDir = mkdtempSync(join(tmpdir(), 'media-'))
beforeAll(async () => {
  t = await testApi({ throttle: false, dataDir })
})
beforeEach(async () => {
  await t.reset()
  rmSync(join(dataDir, 'media'), { recursive: true, force: true })
  cookie = await t.signIn()
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Sent = { status: number; json: MediaItem & { message?: string; usedIn?: unknown }; headers: Headers }

async function post(path: string, body: FormData | Blob | string, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await t.api.handle(
    new Request(origin + path, { method: 'POST', headers: { origin, cookie, ...headers }, body }),
  )
  return { status: response.status, json: (await response.json()) as Sent['json'], headers: response.headers }
}

const form = (...files: [bytes: Uint8Array | string, name: string][]) => {
  const data = new FormData()
  for (const [bytes, name] of files) data.append('file', new File([bytes as BlobPart], name))
  return data
}
const upload = (bytes: Uint8Array | string, name: string, headers?: Record<string, string>) =>
  post('/api/media', form([bytes, name]), headers)
const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  t.send(method, path, { cookie, body, headers })
const list = async (query = '') => (await send('GET', `/api/media${query}`)).json as MediaPart
const stored = () => {
  try {
    return readdirSync(join(dataDir, 'media', 'originals'))
  } catch {
    return []
  }
}
const leftOver = () => readdirSync(join(dataDir, 'media', 'incoming'))

let shade = 0
/** A different picture each time. */
const picture = (width = 40, height = 30) => {
  shade = (shade + 1) % 4096
  return sharp({
    create: { width, height, channels: 3, background: { r: shade & 255, g: shade >> 8, b: 99 } },
  })
}

test('changes of an item are in the activity log, and sent to open windows', async () => {
  const stream = eventStream(await t.api.handle(new Request(`${origin}/api/events`, { headers: { cookie } })))
  await stream.take(1)
  const bytes = await picture().png().toBuffer()
  await upload(bytes, 'a.png')
  await upload(bytes, 'again.png')
  await send('PUT', '/api/media/1', { name: 'b.png' })
  await post('/api/media/1/file', form([await picture().png().toBuffer(), 'c.png']))
  await send('DELETE', '/api/media/1')
  const heard = (await stream.take(4)).map(({ data }) => data as { kind: string; action: string; id: number })
  await stream.close()
  expect(heard.map(({ kind, action, id }) => `${action} ${kind} ${id}`)).toEqual([
    'created media 1',
    'updated media 1',
    'updated media 1',
    'deleted media 1',
  ])
  const lines = (await send('GET', '/api/activity?kind=media')).json as { action: string; title: string }[]
  expect(lines.map(({ action, title }) => `${action} ${title}`)).toEqual([
    'deleted b.png',
    'replaced b.png',
    'updated b.png',
    'created a.png',
  ])
})

test('an upload creates an item, and its file is in the store', async () => {
  const bytes = await picture(40, 30).jpeg().toBuffer()
  const { status, json, headers } = await upload(bytes, 'Workshop & press.jpg')
  expect([status, json as unknown]).toEqual([
    201,
    {
      id: 1,
      url: '/media/1/Workshop%20%26%20press.jpg',
      name: 'Workshop & press.jpg',
      mime: 'image/jpeg',
      bytes: bytes.length,
      width: 40,
      height: 30,
      alt: { en: '', es: '' },
      decorative: false,
      focus: { x: 0.5, y: 0.5 },
      usedIn: [],
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
    },
  ])
  expect(headers.get('etag')).toBe('"1"')
  expect(stored()).toEqual([new Bun.CryptoHasher('sha256').update(bytes).digest('hex')])
  expect(leftOver()).toEqual([])
  expect((await send('GET', '/api/media/1')).json).toEqual(json)
  expect(await list()).toEqual({ items: [json], next: null })
})

test('the same bytes are one item, also when uploaded concurrently', async () => {
  const bytes = await picture().png().toBuffer()
  const answers = await Promise.all(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => upload(bytes, name)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201])
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  expect((await upload(bytes, 'later.png')).status).toBe(200)
  expect((await list()).items.length).toBe(1)
  expect(stored().length).toBe(1)
})

test('an item is described with If-Match, and keeps its address', async () => {
  const { json } = await upload(await picture().png().toBuffer(), 'a.png')
  const body = { name: 'Ünïcode 😀.png', alt: { en: 'A press' }, decorative: true, focus: { x: 0, y: 1 } }
  const answer = await send('PUT', '/api/media/1', body, { 'if-match': '"1"' })
  const expected = { ...json, ...body, alt: { en: 'A press', es: '' }, version: 2 }
  expect([answer.status, answer.json, answer.headers.get('etag')]).toEqual([200, expected, '"2"'])
  expect((await send('PUT', '/api/media/1', body, { 'if-match': '"1"' })).status).toBe(412)
  expect((await send('PUT', '/api/media/1', { alt: { es: 'Una prensa' } })).json).toMatchObject({
    alt: { en: 'A press', es: 'Una prensa' },
    decorative: true,
  })
  for (const wrong of [
    { name: '' },
    { name: 7 },
    { alt: 'x' },
    { alt: { en: 'x'.repeat(1001) } },
    { decorative: 'yes' },
    { focus: { x: 2, y: 0 } },
    { focus: { x: 0.5 } },
  ])
    expect([wrong, (await send('PUT', '/api/media/1', wrong)).status]).toEqual([wrong, 422])
  for (const id of ['2', '0', 'x', '1e0', '99999999999'])
    expect([id, (await send('PUT', `/api/media/${id}`, body)).status]).toEqual([id, 404])
})

test('the library is paged, the newest first, and searched ignoring case and accents', async () => {
  for (let index = 0; index < 5; index++) await upload(await picture().png().toBuffer(), `picture ${index}.png`)
  await send('PUT', '/api/media/2', { alt: { es: 'Máquina de AÑIL 100%' } })
  const first = await list('?limit=2')
  expect([first.items.map(({ id }) => id), first.next]).toEqual([[5, 4], 4])
  const second = await list(`?limit=3&before=${first.next}`)
  expect([second.items.map(({ id }) => id), second.next]).toEqual([[3, 2, 1], null])
  for (const q of ['maquina', 'MÁQUINA', 'anil', '100%', 'picture 1'])
    expect([q, (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id)]).toEqual([q, [2]])
  expect((await list('?q=_icture')).items).toEqual([])
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'before=0', 'before=x', `q=${'x'.repeat(201)}`])
    expect([query, (await send('GET', `/api/media?${query}`)).status]).toEqual([query, 422])
})

test('an item is deleted with its file', async () => {
  await upload(await picture().png().toBuffer(), 'a.png')
  expect((await send('DELETE', '/api/media/1', undefined, { 'if-match': '"9"' })).status).toBe(412)
  expect((await send('DELETE', '/api/media/1')).status).toBe(204)
  expect(stored()).toEqual([])
  expect((await send('DELETE', '/api/media/1')).status).toBe(404)
})

test('an item is deleted while the store is unreachable, and its file later: no transaction waits for that', async () => {
  await upload(await picture().png().toBuffer(), 'a.png')
  const { files, db } = t.services
  const before = { ...files }
  const away = new HttpError(503, 'errors.filesAway')
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never>()
  Object.assign(files, {
    has: () => {
      asked.resolve()
      return answer.promise
    },
    remove: () => Promise.reject(away),
  })
  const deleting = send('DELETE', '/api/media/1')
  await asked.promise
  expect(await db.transaction((tx) => tx.$count(media))).toBe(0)
  answer.reject(away)
  expect((await deleting).status).toBe(204)
  expect([(await send('GET', '/api/media/1')).status, stored().length]).toEqual([404, 1])

  const long = new Date(Date.now() - 2 * 3_600_000)
  for (const name of stored()) utimesSync(join(dataDir, 'media/originals', name), long, long)
  await sweepFiles(t.services)
  expect(stored().length).toBe(1)
  Object.assign(files, before)
  await sweepFiles(t.services)
  expect(stored()).toEqual([])
})

test('lists can be filtered by missing alternative text, and exclude documents', async () => {
  const plain = await upload(await picture().png().toBuffer(), 'plain.png')
  const half = await upload(await picture().png().toBuffer(), 'half.png')
  const whole = await upload(await picture().png().toBuffer(), 'whole.png')
  const ornament = await upload(await picture().png().toBuffer(), 'ornament.png')
  await send('PUT', `/api/media/${half.json.id}`, { alt: { en: 'A half' } })
  await send('PUT', `/api/media/${whole.json.id}`, { alt: { en: 'A whole', es: 'Un todo' } })
  await send('PUT', `/api/media/${ornament.json.id}`, { decorative: true })
  const pdf = await upload(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
    'terms.pdf',
  )
  expect(pdf.status).toBe(201)
  const names = async (query: string) => (await list(query)).items.map(({ name }) => name)
  expect(await names('')).toHaveLength(5)
  expect(await names('?lacks=alt')).toEqual([half.json.name, plain.json.name])
  expect(await names('?type=picture')).not.toContain('terms.pdf')
  expect(await names('?type=picture')).toHaveLength(4)
  expect((await send('GET', '/api/media?lacks=focus')).status).toBe(422)
})

test('each has a thumbnail for lists, upright and cached by the browser alone', async () => {
  const bytes = await picture(1200, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { json: item } = await upload(bytes, 'tall.jpg')
  const find = serveMedia(t.services)
  const path = item.url
  const request = new Request(origin + thumbnailUrl(item))
  const response = (await find({ path, method: 'GET', request } as unknown as Parameters<typeof find>[0]))!
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([format, width, height]).toEqual(['webp', 280, 560])
})

test('leftovers of a crash are deleted: files without an item, and partial uploads', async () => {
  await upload(await picture().png().toBuffer(), 'kept.png')
  const long = new Date(Date.now() - 2 * 3_600_000)
  const lay = (name: string, at = new Date()) => {
    const path = join(dataDir, 'media', name)
    writeFileSync(path, 'left')
    utimesSync(path, at, at)
  }
  for (const name of stored()) utimesSync(join(dataDir, 'media/originals', name), long, long)
  const [old, fresh] = ['a', 'b'].map((letter) => letter.repeat(64))
  lay(`originals/${old}`, long)
  lay(`originals/${fresh}`)
  lay('originals/README', long)
  lay('incoming/old', long)
  lay('incoming/fresh')
  lay('incoming/earlier', new Date(performance.timeOrigin - 1000))
  const [kept] = stored().filter((name) => /[02-9]/.test(name))
  // Another process may be receiving it, unless the database is embedded.
  const shared = { ...t.services.config, databaseUrl: 'postgres://127.0.0.1/site' }
  await sweepFiles({ ...t.services, config: shared })
  expect(stored().toSorted()).toEqual(['README', fresh!, kept!].toSorted())
  expect(leftOver().toSorted()).toEqual(['earlier', 'fresh'])
  await sweepFiles({ ...t.services, config: { ...shared, databaseUrl: undefined } })
  expect(leftOver()).toEqual(['fresh'])
})
