import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { collecting, system } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { features } from '#app/features'
import { postStore } from '#features/posts/store'
import { posts } from '#features/posts/table'
import { commitAs } from '#platform/writes/commit'
import { testApi } from '#test/api'
import { postInput } from '#test/inputs'
import type { MediaItem, MediaUse } from './contract'
import { media, mediaScans, mediaUses } from './table'
import { isOwn } from './uses'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => {
  t = await testApi({ throttle: false, siteUrl: 'https://acme.test' })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn()
  await t.services.db.insert(media).values(
    ['one', 'two', 'three'].map((name) => ({
      hash: name,
      name: `${name}.png`,
      addressName: `${name}.png`,
      mime: 'image/png' as const,
      bytes: 1,
    })),
  )
})
afterAll(() => t.close())

const [one, two, three] = ['/media/1/one.png', '/media/2/two.png', '/media/3/three.png']
const send = async (method: string, path: string, body?: unknown) => {
  const answer = await t.send(method, path, { cookie, body })
  return { status: answer.status, json: answer.json as { id: number; usedIn?: MediaUse[] } }
}
const uses = async (id: number) => ((await send('GET', `/api/media/${id}`)).json as unknown as MediaItem).usedIn
const places = async (id: number) => (await uses(id)).map((use) => [use.id, use.field, use.in])

test('a record uses the items in its fields and texts, until it no longer names them', async () => {
  const { json } = await send(
    'POST',
    '/api/blog',
    postInput({
      imageUrl: one,
      content: `<p><img src="${two}" alt=""> and <a href="https://acme.test${three}">the plan</a></p>`,
    }),
  )
  const use = { kind: 'post', id: json.id, title: 'First light', in: 'live' }
  expect(await uses(1)).toEqual([{ ...use, field: 'imageUrl' }] as MediaUse[])
  expect(await uses(2)).toEqual([{ ...use, field: 'content' }] as MediaUse[])
  expect(await uses(3)).toEqual([{ ...use, field: 'content' }] as MediaUse[])

  await send('PUT', `/api/blog/${json.id}`, postInput({ title: 'Later', imageUrl: two }))
  expect(await places(1)).toEqual([[json.id, 'imageUrl', 'history']])
  expect(await uses(2)).toEqual([{ ...use, title: 'Later', field: 'imageUrl' }] as MediaUse[])
  expect(await places(3)).toEqual([[json.id, 'content', 'history']])

  expect((await send('DELETE', `/api/blog/${json.id}`)).status).toBe(204)
  for (const id of [1, 2, 3]) expect(await uses(id)).toEqual([])
})

test('drafts, scheduled records and the trash are told apart', async () => {
  const draft = (await send('POST', '/api/blog', postInput({ status: 'draft', imageUrl: one }))).json.id
  expect(await places(1)).toEqual([[draft, 'imageUrl', 'draft']])
  await send('PUT', `/api/blog/${draft}`, postInput({ status: 'published', imageUrl: one }))
  expect(await places(1)).toEqual([[draft, 'imageUrl', 'live']])
  await send('PUT', `/api/blog/${draft}/draft`, postInput({ imageUrl: two }))
  expect([await places(1), await places(2)]).toEqual([[[draft, 'imageUrl', 'live']], [[draft, 'imageUrl', 'draft']]])
  await send('DELETE', `/api/blog/${draft}/draft`)
  expect(await places(2)).toEqual([[draft, 'imageUrl', 'history']])
  await send('PUT', `/api/blog/${draft}`, postInput({ imageUrl: one, publishedAt: '2999-01-01T00:00:00.000Z' }))
  expect(await places(1)).toEqual([[draft, 'imageUrl', 'live']])
  await send('POST', `/api/blog/${draft}/trash`)
  expect(await places(1)).toEqual([[draft, 'imageUrl', 'history']])
})

test('consecutive autosaves leave nothing behind', async () => {
  const { id } = (await send('POST', '/api/blog', postInput())).json
  for (const imageUrl of [one, two, three])
    expect((await send('PUT', `/api/blog/${id}/draft?autosave=true`, postInput({ imageUrl }))).status).toBe(200)
  expect([await places(1), await places(2), await places(3)]).toEqual([[], [], [[id, 'imageUrl', 'draft']]])
})

test('translations, SEO fields and pages count; the same path on another site does not', async () => {
  const { id } = (
    await send('POST', '/api/blog', {
      ...postInput({ content: `<p><img src="https://other.test${two}" alt="">/blog${two} x${two}</p>` }),
      metadata: { ogImage: one },
      translations: { es: { title: 'Luz', content: `<p><img src="${one}" alt=""></p>` } },
    })
  ).json
  await send('POST', '/api/page-contents', {
    page: 'about',
    content: JSON.stringify({
      title: 'Who we are',
      content: `<p><img src="${one}" alt=""></p>`,
      team: [{ photo: three }],
    }),
  })
  expect((await places(1)).toSorted()).toEqual(
    [
      [id, 'metadata.ogImage', 'live'],
      [id, 'translations.es.content', 'live'],
      ['about', 'content', 'live'],
    ].toSorted(),
  )
  expect(await places(2)).toEqual([])
  expect(await uses(3)).toEqual([{ kind: 'page', id: 'about', title: 'Who we are', field: 'team.0.photo', in: 'live' }])
})

test('an item in use is deleted only by force', async () => {
  await send('POST', '/api/blog', postInput({ imageUrl: one }))
  const refused = await send('DELETE', '/api/media/1')
  expect([refused.status, refused.json.usedIn]).toEqual([409, await uses(1)])
  expect((await send('DELETE', '/api/media/1?force=0')).status).toBe(409)
  expect((await send('DELETE', '/api/media/1?force=2')).status).toBe(422)
  expect((await send('DELETE', '/api/media/1?force=1')).status).toBe(204)
  await send('PUT', '/api/blog/1', postInput({ imageUrl: two }))
  await send('PUT', '/api/blog/1', postInput())
  expect((await send('DELETE', '/api/media/2')).status).toBe(204)
})

test('a write without an event is picked up, and records purged by a job are dropped', async () => {
  const { id } = (await send('POST', '/api/blog', postInput({ imageUrl: one }))).json
  await send('PUT', `/api/blog/${id}`, postInput({ imageUrl: two }))
  await t.services.db.delete(mediaUses)
  await t.services.db.delete(mediaScans)
  expect(await places(1)).toEqual([])
  for (const { jobs = [] } of features)
    for (const job of jobs) if ('atStart' in job && 'runInEach' in job) await job.runInEach(t.services)
  expect([await places(1), await places(2)]).toEqual([[[id, 'imageUrl', 'history']], [[id, 'imageUrl', 'live']]])

  await t.services.db.execute(sql`update posts set image_url = ${three}, version = version + 1`)
  const job = features.flatMap((feature) => feature.jobs ?? []).find(({ name }) => name === 'index media uses')!
  const runJob = () => ('runInEach' in job ? job.runInEach(t.services) : undefined)
  await runJob()
  expect(await places(3)).toEqual([[id, 'imageUrl', 'live']])

  await send('POST', `/api/blog/${id}/trash`)
  await t.services.db.execute(sql`update posts set trashed_at = now() - interval '31 days'`)
  await t.services.db.transaction((tx) => postStore.emptyTrash(collecting(tx)))
  await runJob()
  expect([await places(1), await places(3)]).toEqual([[], []])
  expect(await t.services.db.$count(mediaScans)).toBe(0)
})

test('after a restore some uses are known at once, and the rest is indexed in the background', async () => {
  const { db } = t.services
  const row = (at: number) => ({ slug: `post-${at}`, title: 'First', excerpt: '', content: '', imageUrl: one })
  await db.insert(posts).values(Array.from({ length: 120 }, (_, at) => row(at)))
  const isReplaced = () => ({ kind: 'site', action: 'updated', id: null }) as const
  await commitAs(t.services, system, isReplaced, async () => {})
  const atOnce = (await uses(1)).length
  expect([atOnce > 50, atOnce < 120]).toEqual([true, true])
  const job = features.flatMap((feature) => feature.jobs ?? []).find(({ name }) => name === 'index media uses')!
  if ('runInEach' in job) await job.runInEach(t.services)
  expect((await uses(1)).length).toBe(120)
})

test('a letter of its own uses the items in its text', async () => {
  const letter = (html: string) => ({ title: { en: 'News' }, body: { en: html }, audience: 'all' })
  const { json } = await send('POST', '/api/newsletters', letter(`<p><img src="${one}" alt=""></p>`))
  const use = { kind: 'newsletter', id: String(json.id), title: 'News', field: 'body.en', in: 'draft' }
  expect(await uses(1)).toEqual([use] as MediaUse[])
  await send('PUT', `/api/newsletters/${json.id}`, letter('<p>No picture</p>'))
  expect(await uses(1)).toEqual([])
  await send('PUT', `/api/newsletters/${json.id}`, letter(`<p><img src="${two}" alt=""></p>`))
  expect(await places(2)).toEqual([[String(json.id), 'body.en', 'draft']])
  await send('DELETE', `/api/newsletters/${json.id}`)
  expect(await uses(2)).toEqual([])
})

test('an address that the site had before still names its files', () => {
  const site = { siteUrl: 'https://new.test', formerHosts: ['old.test'] }
  const owned = ['https://new.test', 'https://OLD.test', 'http://old.test', 'https://other.test', undefined]
  expect(owned.map((host) => isOwn({ host }, site))).toEqual([true, true, true, false, true])
})
