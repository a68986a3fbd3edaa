import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { jobs } from '#app/jobs'
import type { ActivityEntry } from '#features/activity/contract'
import type { Import, ImportRun, ImportUndone } from './contract'
import type { ImportedRecord, ReadItem } from './reading/reader'
import { beginImport, runningImports } from './store'
import { imports } from './table'
import { addImport } from '#test/content/add-import'
import type { MediaPart } from '#features/media/contract'
import { testPipeline } from '#test/pipeline'
import { until } from '#test/waiting'
import { importing } from './run/execute-import'

const host = 'http://acme.test'
const dataDir = mkdtempSync(join(tmpdir(), 'imports-'))
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
  .png()
  .toBuffer()

let asked: string[] = []
let isAway = false
const oldSite = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    if (isAway || pathname !== '/files/crane.png') return new Response('', { status: 503 })
    return new Response(picture)
  },
})
const old = `127.0.0.1:${oldSite.port}`

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { dataDir, throttle: false, webhookAllow: ['127.0.0.0/8'] } })
})
beforeEach(async () => {
  await t.reset()
  rmSync(join(dataDir, 'media'), { recursive: true, force: true })
  cookie = await t.signIn()
  asked = []
  isAway = false
})
afterAll(async () => {
  await t.close()
  await oldSite.stop(true)
  rmSync(dataDir, { recursive: true, force: true })
})

async function send<Json = unknown>(method: string, path: string, body?: unknown) {
  const headers = { origin: host, cookie, 'content-type': 'application/json' }
  const answer = await t.ask(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (/^[[{]/.test(text) && JSON.parse(text)) as Json,
  }
}

const record = (changes: Partial<ImportedRecord>): ImportedRecord => ({
  title: 'Cranes',
  slug: 'cranes',
  html: '<p>The cranes of the harbour run day and night.</p>',
  excerpt: '',
  category: '',
  author: '',
  image: '',
  imageAlt: '',
  publishedAt: '2019-03-04T05:06:07.000Z',
  status: 'published',
  metadata: {},
  paths: [],
  ...changes,
})
const item = (type: ReadItem['type'], key: string, payload: Partial<ImportedRecord>): ReadItem => {
  const whole = record(payload)
  return { type, key, title: whole.title, language: whole.language, payload: whole }
}

const found = { posts: 0, pages: 0, media: 0, redirects: 0 }
const read = async (items: ReadItem[], at = old) =>
  (await addImport(t.services.db, { kind: 'wordpress', title: 'old.xml', host: at, found, skipped: [] }, items)).id

const otherProcess = () => ({
  ...t.services,
  config: { ...t.services.config, databaseUrl: 'elsewhere' },
  stopping: new AbortController().signal,
})
const resume = () => {
  const job = jobs.find(({ name }) => name === 'run imports')!
  return 'runInEach' in job ? job.runInEach(t.services) : undefined
}

const all: ImportRun = { language: 'en', as: 'same', media: true, redirects: true }
const state = async (id: number) => (await send<Import>('GET', `/api/imports/${id}`)).json

async function run(items: ReadItem[], changes: Partial<ImportRun> = {}, at?: string): Promise<Import> {
  const id = await read(items, at)
  expect((await send('POST', `/api/imports/${id}/run`, { ...all, ...changes })).status).toBe(202)
  return over(id)
}

async function over(id: number): Promise<Import> {
  await until(() => importing.size === 0)
  const now = await state(id)
  expect(t.logged.filter(({ level }) => level === 'error')).toEqual([])
  return now
}

type Post = {
  id: number
  slug: string
  title: string
  content: string
  imageUrl: string
  excerpt: string
  author: string
  category: string
  publishedAt: string
  status: string
  version: number
  metadata: object
  translations: { es?: { title: string; content: string; slug?: string } }
  blocks: { type: string; html: string }[]
}
async function post(slug: string): Promise<Post> {
  const { json } = await send<Post>('GET', `/api/blog/${slug}?status=all`)
  return json.content?.startsWith('{') ? { ...json, content: JSON.parse(json.content).content } : json
}

const site: ReadItem[] = [
  item('post', 'guid-1', {
    title: 'Cranes & harbours',
    html: `<p>See <a href="https://${old}/2018/ships/#top">ships</a>, <a href="/about">us</a>, <a href="/?p=7">it</a> and <a href="https://elsewhere.test/2018/ships/">elsewhere</a>.</p><script>alert(1)</script><p><img src="/files/crane-300x200.png" srcset="/files/crane.png 2x" alt="A crane"><img src="http://${old}/files/gone.png" alt="Gone"></p>`,
    image: `http://${old}/files/crane.png`,
    imageAlt: 'A crane at work',
    category: 'Harbour',
    author: 'Ada',
    metadata: { title: 'All cranes', description: 'Cranes, seen well' },
    paths: [`http://${old}/2019/cranes/`, '/?p=1'],
  }),
  item('post', 'guid-2', {
    title: 'Ships',
    slug: 'cranes',
    excerpt: 'On ships.',
    status: 'draft',
    paths: [`http://${old}/2018/ships/`, '/?p=7'],
  }),
  item('page', 'guid-3', {
    title: 'About us',
    slug: 'about',
    html: `<p>Back to <a href="../2019/cranes">cranes</a></p>`,
    paths: [`http://${old}/about/`, '/company/'],
  }),
]

test('an import creates posts, pages, pictures and redirects, once, and can be undone', async () => {
  const first = await run(site)
  expect(first).toMatchObject({
    state: 'done',
    created: { posts: 2, pages: 1, media: 1, redirects: 3 },
    skipped: [
      { title: 'Ships', why: '“cranes” is taken: its address is “cranes-2” instead' },
      { title: 'About us', why: '“about” is reserved by the site: its address is “about-2” instead' },
    ],
  })
  expect(first.done).toBe(first.total)
  expect(first.failed.map(({ title }) => title)).toEqual([`http://${old}/files/gone.png`, '/about/'])
  expect(first.failedMedia).toBe(1)
  expect(asked.filter((path) => path === '/files/gone.png').length).toBe(3)
  expect(asked.filter((path) => path === '/files/crane.png').length).toBe(1)

  const cranes = await post('cranes')
  const { items } = (await send<MediaPart>('GET', '/api/media')).json
  expect(items).toMatchObject([{ name: 'crane.png', alt: { en: 'A crane at work', es: '' } }])
  const { url } = items[0]!
  expect(cranes).toMatchObject({
    title: 'Cranes & harbours',
    imageUrl: url,
    excerpt: 'See ships, us, it and elsewhere.',
    author: 'Ada',
    category: 'Harbour',
    publishedAt: '2019-03-04T05:06:07.000Z',
    status: 'published',
    metadata: { title: 'All cranes', description: 'Cranes, seen well' },
    translations: {},
  })
  for (const part of [
    '<a href="/blog/cranes-2/#top">',
    '<a href="/about-2/">',
    '<a href="/blog/cranes-2/">it',
    '"https://elsewhere.test/2018/ships/"',
    `<img src="${url}" alt="A crane">`,
    `"http://${old}/files/gone.png"`,
  ])
    expect(cranes.content).toContain(part)
  expect(cranes.content).not.toContain('script')
  expect(await post('cranes-2')).toMatchObject({ status: 'draft', excerpt: 'On ships.', imageUrl: '/og.png' })
  const page = (await send<Post>('GET', '/api/pages/about-2')).json
  expect(page.blocks).toMatchObject([{ type: 'text', html: '<p>Back to <a href="/blog/cranes/">cranes</a></p>' }])

  const moved = await t.ask('/2019/cranes/')
  expect([moved.status, new URL(moved.headers.get('location') ?? '', host).pathname]).toEqual([301, '/blog/cranes/'])
  expect((await t.ask('/company/')).status).toBe(301)
  expect((await t.ask('/blog/cranes/')).status).toBe(200)
  expect((await send<{ results: unknown[] }>('GET', '/api/search?q=harbours')).text).toContain('cranes')
  const activity = (await send<ActivityEntry[]>('GET', '/api/activity')).json
  expect(activity.filter(({ kind }) => kind !== 'session')).toMatchObject([
    { kind: 'import', action: 'imported', title: 'old.xml', user: { username: 'ada' } },
  ])

  for (const way of ['run', 'media'])
    expect([way, (await send('POST', `/api/imports/${first.id}/${way}`, all)).status]).toEqual([
      way,
      way === 'run' ? 409 : 202,
    ])
  await over(first.id)
  const again = await run(site)
  expect(again).toMatchObject({ state: 'done', created: { posts: 0, pages: 0, media: 0, redirects: 0 }, skipped: [] })
  expect([first.there, again.there]).toEqual([0, 3])
  expect((await send<Post[]>('GET', '/api/blog?status=all')).json.length).toBe(2)
  expect((await send('POST', `/api/imports/${again.id}/undo`)).json).toEqual({ trashed: 0, kept: 0 })

  const { id: _, version: __, ...body } = await post('cranes-2')
  const edited = { ...body, title: 'Ships, seen again', publishedAt: body.publishedAt }
  expect((await send('PUT', `/api/blog/${(await post('cranes-2')).id}`, edited)).status).toBe(200)
  expect(await send('POST', `/api/imports/${first.id}/undo`)).toMatchObject({
    status: 200,
    json: { trashed: 2, kept: 1 },
  })
  expect((await send<Post[]>('GET', '/api/blog?status=all')).json.map(({ slug }) => slug)).toEqual(['cranes-2'])
  expect((await send<MediaPart>('GET', '/api/media')).json.items).toEqual([])
  expect((await send<unknown[]>('GET', '/api/redirects')).json).toEqual([])
  expect((await send('POST', `/api/imports/${first.id}/undo`)).status).toBe(409)
  expect((await send('POST', `/api/imports/${first.id}/media`)).status).toBe(409)
  expect((await state(first.id)).state).toBe('undone')
  expect((await send('POST', '/api/imports/4711/run', all)).status).toBe(404)

  const once = await run(site)
  expect(once).toMatchObject({ created: { posts: 1, pages: 1, media: 1, redirects: 3 }, skipped: [] })
  expect((await post('cranes')).content).toContain('<a href="/about-2/">')
})

test('pictures that could not be downloaded are added later, to the records that refer to them', async () => {
  isAway = true
  const { id, failed, created } = await run(site.slice(0, 1))
  expect([failed.length, created.media]).toEqual([2, 0])
  const address = `http://${old}/files/crane.png`
  expect((await post('cranes')).imageUrl).toBe(address)
  isAway = false
  expect((await send('POST', `/api/imports/${id}/media`)).status).toBe(202)
  const later = await over(id)
  expect([later.state, later.failed.map(({ title }) => title), later.created.media]).toEqual([
    'done',
    [`http://${old}/files/gone.png`],
    1,
  ])
  const { imageUrl, content } = await post('cranes')
  expect(imageUrl).toMatch(/^\/media\/\d+\/crane\.png$/)
  expect(content).toContain(`<img src="${imageUrl}" alt="A crane">`)
  expect((await send('POST', `/api/imports/${id}/undo`)).json).toEqual({ trashed: 1, kept: 0 })
})

test('Spanish texts become the translation, and the English where there is none', async () => {
  const english = item('post', 'a.md', { language: 'en', title: 'The crane', slug: 'crane' })
  const spanish = item('post', 'a.md', {
    language: 'es',
    title: 'La grúa',
    slug: 'grua',
    html: '<p>Grúas del puerto.</p>',
  })
  const alone = item('post', 'b.md', { title: 'El barco', slug: 'barco', html: '<p>Barcos del puerto.</p>' })
  const page = item('page', 'c.md', { title: 'Nosotros', slug: 'nosotros', html: '<p>Somos el puerto.</p>' })
  const { created } = await run([spanish, english, alone, page], { language: 'es', as: 'draft' }, '')
  expect(created).toMatchObject({ posts: 2, pages: 1 })
  expect(await post('crane')).toMatchObject({
    title: 'The crane',
    status: 'draft',
    translations: { es: { title: 'La grúa', slug: 'grua', content: '<p>Grúas del puerto.</p>' } },
  })
  expect(await post('barco')).toMatchObject({
    title: 'El barco',
    content: '<p>Barcos del puerto.</p>',
    translations: { es: { title: 'El barco', content: '<p>Barcos del puerto.</p>' } },
  })
  const own = (await send<Post>('GET', '/api/pages/nosotros?status=all')).json
  expect(own).toMatchObject({
    title: 'Nosotros',
    blocks: [{ html: '<p>Somos el puerto.</p>' }],
    translations: { es: { title: 'Nosotros', blocks: { text: { html: '<p>Somos el puerto.</p>' } } } },
  })
})

test('an import resumes where another process stopped, extracts pictures from archives, and needs a session', async () => {
  writeFileSync(join(dataDir, 'a.png'), picture)
  await t.services.files.keep('import-a', join(dataDir, 'a.png'))
  const id = await read(
    [
      {
        type: 'media',
        key: 'a',
        title: 'a',
        payload: { address: 'pictures/a.png', name: 'a.png', alt: '', file: 'import-a' },
      },
      { type: 'media', key: 'b', title: 'b', payload: { address: 'http://other.test/b.png', name: 'b.png', alt: '' } },
      item('post', 'p.md', {
        image: 'pictures/a.png',
        html: '<p><img src="../pictures/a.png" alt=""></p>',
        paths: ['posts/p.md'],
      }),
      item('post', 'q.md', { title: 'x'.repeat(300), slug: '日本', html: '' }),
    ],
    '',
  )
  const { db } = t.services
  await beginImport(db, id, { run: { ...all, redirects: false }, origin: host })
  expect(await runningImports.claim(otherProcess())).toBeDefined()
  expect(await runningImports.claim(otherProcess())).toBeUndefined()
  expect((await send('POST', `/api/imports/${id}/undo`)).status).toBe(409)
  await db.update(imports).set({ aliveAt: sql`now() - interval '1 minute'` })
  await Promise.all([resume(), resume()])
  await over(id)
  const { imageUrl, content } = await post('cranes')
  expect(imageUrl).toMatch(/^\/media\/\d+\/a\.png$/)
  expect(content).toContain(imageUrl)
  const { failed, skipped } = await state(id)
  expect(failed).toEqual([{ title: 'b', why: 'This picture isn’t on the site the file comes from' }])
  expect(skipped.map(({ why }) => why)).toContain('Something required for publishing is missing: it becomes a draft')

  // As a crash leaves it between adding the picture and removing its file.
  await t.services.files.keep('import-a', join(dataDir, 'a.png'))
  expect((await send('POST', `/api/imports/${id}/media`)).status).toBe(202)
  await over(id)
  expect(await t.services.files.has('import-a')).toBe(false)
})

test('two imports of the same file, started at once, create each record once', async () => {
  const ids = [await read(site), await read(site)]
  const begun = await Promise.all(ids.map((id) => send('POST', `/api/imports/${id}/run`, all)))
  expect(begun.map(({ status }) => status)).toEqual([202, 202])
  await over(ids[0]!)
  await resume()
  const ended = await Promise.all(ids.map(over))
  expect(ended.map((one) => one.state)).toEqual(['done', 'done'])
  expect(ended.reduce((sum, { created }) => sum + created.posts + created.pages, 0)).toBe(3)
  expect((await send<Post[]>('GET', '/api/blog?status=all')).json).toHaveLength(2)
})

test('no process begins an import while another is carrying one out', async () => {
  const { db } = t.services
  const ids = [await read(site), await read(site)]
  for (const id of ids) await beginImport(db, id, { run: all, origin: host })
  const claims = ids.map((id) =>
    runningImports.claim(otherProcess(), { isAlone: true, where: sql`${imports.id} = ${id}` }),
  )
  expect((await Promise.all(claims)).filter((row) => row !== undefined)).toHaveLength(1)
})

test('an import that is interrupted again and again is marked as failed, and can be undone', async () => {
  const id = await read(site.slice(1, 2))
  const { db } = t.services
  await beginImport(db, id, { run: { ...all, media: false, redirects: false }, origin: host })
  // The first transaction of each try, which is to name its records.
  let tried = -1
  let tries = 0
  const broken = {
    ...t.services,
    db: new Proxy(db, {
      get: (real, name) => (name === 'transaction' && tried < tries ? away : Reflect.get(real, name)),
    }),
  }
  const away = () => {
    tried = tries
    return Promise.reject(new Error('Nobody knows why'))
  }
  const job = jobs.find(({ name }) => name === 'run imports')!
  for (; tries < 5; tries++) {
    expect((await state(id)).state).toBe('running')
    if ('runInEach' in job) await job.runInEach(broken)
  }
  expect((await state(id)).state).toBe('failed')
  expect((await send<ImportUndone>('POST', `/api/imports/${id}/undo`)).json).toEqual({ trashed: 0, kept: 0 })
  t.logged.length = 0
})
