import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestOwner, openBackupSocket } from '#app/content/backup-socket'
import { collect } from '#app/content/write-archive'
import { fillWhenEmpty } from '#app/content/fill'
import { insertSession } from '#auth/sessions/sessions'
import { checklistKeys } from '#contract/checklist-keys'
import { media } from '#features/media/table'
import { testPipeline } from '#test/pipeline'
import { postInput } from '#test/inputs'
import { starterPages } from '#test/content/starter'
import type { ChecklistEntry } from './contract'
import { packArchive, readArchive, replaceContent } from '#test/site-content'

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
})
afterAll(() => t.close())

async function send(method: string, path: string, body?: unknown) {
  const headers = { cookie, origin: 'http://acme.test', 'content-type': 'application/json' }
  const response = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as unknown }
}
const list = async () => (await send('GET', '/api/checklist')).json as ChecklistEntry[]
const entryOf = async (key: string) => (await list()).find((entry) => entry.key === key)!
const write = async (method: string, path: string, body?: unknown) =>
  expect((await send(method, path, body)).status).toBeLessThan(300)

test('a new site has starter texts to replace, until each of them is changed', async () => {
  await fillWhenEmpty(t.services)
  cookie = await t.signIn()
  const entries = await list()
  const all = entries[0]!.count!
  expect(all).toBeGreaterThan(100)
  expect(entries.map(({ key }) => key)).toEqual([...checklistKeys])
  expect(entries[0]).toEqual({ key: 'starter-text', state: 'open', count: all, href: '/admin/samples/' })
  const done = entries.filter(({ state }) => state === 'done').map(({ key }) => key)
  expect(done).toEqual(['alt-texts', 'translations', 'descriptions'])

  const [first] = (await send('GET', '/api/blog')).json as { id: number; slug: string }[]
  const stored = (await send('GET', `/api/blog/${first?.slug}`)).json as Record<string, unknown>
  // The excerpt, the text, the picture and their translations are still those of the sample.
  await write('PUT', `/api/blog/${first?.id}`, { ...stored, title: 'Our own first words' })
  const partly = (await entryOf('starter-text')).count!
  expect(partly).toBeGreaterThan(all)
  const own = { excerpt: 'Own', content: '<p>Own</p>', imageUrl: '/favicon.svg' }
  await write('PUT', `/api/blog/${first?.id}`, { ...postInput(own), translations: {} })
  await write('PUT', '/api/page-contents/about/draft', { content: '{"title":"Us"}' })
  expect((await entryOf('starter-text')).count).toBe(all - 1)
  const ofAbout = ((await send('GET', '/api/samples')).json as { id: unknown }[]).filter(
    ({ id }) => id === 'about',
  ).length
  await write('POST', '/api/page-contents', { page: 'about', content: '{"title":"Us"}' })
  const [project] = (await send('GET', '/api/projects')).json as { id: number }[]
  await write('POST', `/api/projects/${project?.id}/trash`)
  expect((await entryOf('starter-text')).count).toBe(all - 2 - ofAbout)
})

test('each entry has the number of open tasks and a link to the field of the next one', async () => {
  cookie = await t.signIn()
  // Six pages without stored content, in two languages.
  expect(await entryOf('descriptions')).toEqual({
    key: 'descriptions',
    state: 'open',
    count: 12,
    href: '/admin/content/?page=home&field=metadata.description',
  })
  for (const page of Object.keys(starterPages))
    await write('POST', '/api/page-contents', { page, content: JSON.stringify(starterPages[page]) })
  expect(await entryOf('descriptions')).toMatchObject({ state: 'done', count: 0 })
  // The test site has none of the pictures that the pages refer to.
  const { count: missing } = await entryOf('links')

  await write('POST', '/api/blog', postInput({ imageUrl: '/favicon.svg', content: '<p><a href="/no/">a</a></p>' }))
  expect(await entryOf('links')).toEqual({ key: 'links', state: 'open', count: missing! + 1, href: '/admin/links/' })
  expect(await entryOf('translations')).toEqual({
    key: 'translations',
    state: 'open',
    count: 1,
    href: '/admin/translations/',
  })
  expect(await entryOf('descriptions')).toMatchObject({ state: 'done' })
  await write('PUT', '/api/blog/1', postInput({ imageUrl: '/favicon.svg', translations: { es: { title: 'Luz' } } }))
  expect(await entryOf('links')).toMatchObject({ count: missing })
  expect(await entryOf('descriptions')).toMatchObject({
    state: 'open',
    count: 1,
    href: '/admin/blog/?edit=1&field=translations.es.metadata.description',
  })

  await t.services.db
    .insert(media)
    .values({ hash: 'one', name: 'a.png', addressName: 'a.png', mime: 'image/png' as const, bytes: 1 })
  expect(await entryOf('alt-texts')).toEqual({
    key: 'alt-texts',
    state: 'open',
    count: 1,
    href: '/admin/media/?lacks=alt',
  })
})

test('values from the environment count as done', async () => {
  cookie = await t.signIn()
  expect(await entryOf('mail')).toEqual({ key: 'mail', state: 'open', count: null, href: '/admin/outbox/' })
  expect(await entryOf('site-url')).toMatchObject({ state: 'open', count: null })
  const mail = { url: 'smtp://mail.acme.test', from: 'a@acme.test', to: ['a@acme.test'] }
  const told = await testPipeline({ config: { siteUrl: 'http://acme.test', mail } })
  const signedIn = await told.signIn()
  const answer = await told.ask('/api/checklist', { headers: { cookie: signedIn } })
  const entries = (await answer.json()) as ChecklistEntry[]
  for (const key of ['mail', 'site-url']) expect(entries.find((entry) => entry.key === key)?.state).toBe('done')
  await told.close()
})

test('a backup counts for thirty days', async () => {
  cookie = await t.signIn()
  expect(await entryOf('backup')).toMatchObject({ state: 'open', count: null })
  const dataDir = mkdtempSync(join(tmpdir(), 'checklist-'))
  const { services } = t
  const socket = openBackupSocket({ ...services, config: { ...services.config, dataDir } })
  expect((await requestOwner(dataDir, { method: 'PATCH' }))?.status).toBe(204)
  await socket?.stop()
  rmSync(dataDir, { recursive: true })
  expect(await entryOf('backup')).toMatchObject({ state: 'done' })
  await services.db.execute(`update owner_settings set backed_up_at = now() - interval '31 days'`)
  expect(await entryOf('backup')).toMatchObject({ state: 'open' })
})

test('a dismissed entry stays dismissed, also after a restore', async () => {
  cookie = await t.signIn()
  const dismissed = { key: 'second-factor', state: 'dismissed', count: null, href: '/admin/account/' }
  expect(await send('PUT', '/api/checklist/second-factor', { dismissed: true })).toEqual({
    status: 200,
    json: dismissed,
  })
  await write('PUT', '/api/checklist/second-factor', { dismissed: true })
  const archive = await packArchive(await collect(t.services.db))
  await write('PUT', '/api/checklist/second-factor', { dismissed: false })
  expect(await entryOf('second-factor')).toMatchObject({ state: 'open' })

  await replaceContent(t.services, await readArchive(await archive.bytes()))
  cookie = (await insertSession(t.services.db, 1, 'http://acme.test')).cookie.split(';')[0] ?? ''
  expect(await entryOf('second-factor')).toEqual(dismissed as ChecklistEntry)
})

test('a finished entry is done, dismissed or not, and an unknown entry is refused', async () => {
  cookie = await t.signIn()
  expect((await send('PUT', '/api/checklist/translations', { dismissed: true })).json).toMatchObject({ state: 'done' })
  expect((await send('PUT', '/api/checklist/nothing', { dismissed: true })).status).toBe(404)
  for (const body of [{}, { dismissed: 'yes' }, { dismissed: null }, []])
    expect([body, (await send('PUT', '/api/checklist/logo', body)).status]).toEqual([body, 422])
  cookie = ''
  expect((await send('GET', '/api/checklist')).status).toBe(401)
  expect((await send('PUT', '/api/checklist/logo', { dismissed: true })).status).toBe(401)
})
