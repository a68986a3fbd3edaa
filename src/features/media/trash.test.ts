import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { collectContent, replaceContent } from '#test/site-content'
import { postInput } from '#test/inputs'
import { type TestLibrary, testLibrary } from '#test/library'
import type { MediaItem, MediaPart } from './contract'
import { emptyMediaTrash, listMedia } from './store'

let library: TestLibrary
let t: TestLibrary['t']
beforeAll(async () => {
  library = await testLibrary()
  t = library.t
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const picture = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
const asAdmin = (path: string) => t.ask(path, { headers: { cookie: library.cookie() } })
const listed = async (query = '') =>
  ((await (await asAdmin(`/api/media${query}`)).json()) as MediaPart).items.map(({ name }) => name)
const publish = (body: object) =>
  library.write('POST', '/api/blog', { ...postInput({ slug: 'seen', title: 'Seen' }), ...body })
const page = async () => (await t.ask('/blog/seen/')).text()
const status = async (path: string) => (await t.ask(path)).status
const move = async (way: 'trash' | 'restore', query = '') => {
  const answer = await library.write('POST', `/api/media/1/${way}${query}`)
  return { status: answer.status, item: (await answer.json()) as MediaItem }
}

test('a trashed item is not in lists, on pages or reachable for visitors until it is restored', async () => {
  const { url, variants } = await library.upload(await picture(), 'a.jpg')
  await publish({ imageUrl: url, content: `<p>Words</p><figure><img src="${url}" alt=""></figure>` })
  const shown = await page()
  const form = new RegExp(`${variants}[^" ]+`).exec(shown)?.[0] ?? ''
  expect([await status(url), await status(form)]).toEqual([200, 200])

  const refused = await move('trash')
  expect(refused.status).toBe(409)
  expect(refused.item.usedIn.map(({ kind, in: place }) => [kind, place])).toEqual([
    ['post', 'live'],
    ['post', 'live'],
  ])
  expect(await page()).toBe(shown)

  const { status: done, item } = await move('trash', '?force=1')
  expect([done, item.id, item.version, Boolean(item.trashedAt)]).toEqual([200, 1, 2, true])
  expect([await listed(), await listed('?q=a.jpg'), await listed('?status=trashed')]).toEqual([[], [], ['a.jpg']])
  const without = await page()
  expect(without).toContain('Words')
  expect(without).not.toContain(variants)
  expect(without).not.toContain(url)
  expect([await status(url), await status(form)]).toEqual([404, 404])
  // The trash shows its pictures to administrators.
  expect((await asAdmin(`${url}?small=2`)).status).toBe(200)
  t.services.config.requireSecondFactor = true
  expect((await asAdmin(`${url}?small=2`)).status).toBe(404)
  t.services.config.requireSecondFactor = false

  const { status: restored, item: back } = await move('restore')
  expect([restored, back.version, 'trashedAt' in back]).toEqual([200, 3, false])
  expect([await listed(), await listed('?status=trashed')]).toEqual([['a.jpg'], []])
  expect(await page()).toContain(variants)
  expect([await status(url), await status(form)]).toEqual([200, 200])
  const lines = (await (await asAdmin('/api/activity?kind=media')).json()) as { action: string; title: string }[]
  expect(lines.map(({ action, title }) => `${action} ${title}`)).toEqual([
    'moved a.jpg',
    'moved a.jpg',
    'created a.jpg',
  ])
})

test('a trashed item accepts no other operation, nor the same twice', async () => {
  await library.upload(await picture(), 'a.jpg')
  expect((await move('restore')).status).toBe(409)
  expect((await t.ask('/api/media/1/trash', { method: 'POST' })).status).toBe(401)
  expect((await library.write('POST', '/api/media/9/trash')).status).toBe(404)
  expect((await library.write('POST', '/api/media/1/trash?force=yes')).status).toBe(422)
  expect((await move('trash')).status).toBe(200)
  expect((await move('trash')).status).toBe(409)
  expect((await library.write('PUT', '/api/media/1', { name: 'b.jpg' })).status).toBe(409)
  expect((await asAdmin('/api/media?status=other')).status).toBe(422)
  expect((await library.write('DELETE', '/api/media/1')).status).toBe(204)
  expect(await listed('?status=trashed')).toEqual([])
})

test('an upload of the same file restores it from the trash, everywhere it is used', async () => {
  const bytes = await picture()
  const { url, variants } = await library.upload(bytes, 'a.jpg')
  await publish({ imageUrl: url })
  await move('trash', '?force=1')
  expect(await page()).not.toContain(variants)
  expect(await library.send('/api/media', bytes, 'again.jpg')).toMatchObject({
    status: 200,
    json: { id: 1, name: 'a.jpg' },
  })
  expect(await listed()).toEqual(['a.jpg'])
  expect(await page()).toContain(variants)
})

test('it is emptied after a month', async () => {
  await library.upload(await picture(), 'a.jpg')
  await move('trash')
  const { db } = t.services
  await db.transaction((tx) => emptyMediaTrash(collecting(tx)))
  expect(await listed('?status=trashed')).toEqual(['a.jpg'])
  await db.execute(sql`update media set trashed_at = now() - interval '31 days'`)
  await db.transaction((tx) => emptyMediaTrash(collecting(tx)))
  expect(await listed('?status=trashed')).toEqual([])
  expect((await asAdmin('/api/media/1')).status).toBe(404)
})

test('an archive contains the trash, and an older one has none', async () => {
  await library.upload(await picture(), 'a.jpg')
  await move('trash')
  const { db } = t.services
  const archive = await collectContent(db)
  await replaceContent(t.services, archive)
  expect((await listMedia(db, { limit: 50, status: 'trashed' })).items).toHaveLength(1)
  const rows = archive['media'] as Record<string, unknown>[]
  await replaceContent(t.services, { ...archive, media: rows.map((row) => ({ ...row, trashedAt: undefined })) })
  expect((await listMedia(db, { limit: 50 })).items).toHaveLength(1)
})
