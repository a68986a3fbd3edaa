import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { firstAdministrator, signIn, visitor } from '#test/client'
import { eventStream } from '#test/network/event-stream'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { type SiteProcess, startSite } from '#test/site-process'

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('several workers on a PostgreSQL server', () => {
  let database: ServerDatabase
  let site: SiteProcess
  beforeAll(async () => {
    database = await serverDatabase()
    site = await startSite({ env: { DATABASE_URL: database.url, WORKERS: '3', SEED_DEMO: '1', THROTTLE: '0' } })
  }, 60_000)
  afterAll(async () => {
    await site?.dispose()
    await database?.drop()
  })

  test('share one set-up code and one ready line, and see every write at once', async () => {
    expect(site.output().match(/Set-up code/g)).toHaveLength(1)
    expect(site.output().match(/Listening on/g)).toHaveLength(1)
    const admin = await firstAdministrator(site)
    const [post] = await (await admin.get('/api/blog')).json()
    for (let turn = 1; turn <= 10; turn++) {
      const { content } = await (await admin.get(`/api/blog/${post.slug}`)).json()
      const saved = await admin.write('PUT', `/api/blog/${post.id}`, { ...post, title: `Title ${turn}`, content })
      expect(saved.status).toBe(200)
      const pages = await Promise.all(
        Array.from({ length: 12 }, async () =>
          (await fetch(`${site.url}/blog/${post.slug}/`, { headers: { connection: 'close' } })).text(),
        ),
      )
      expect(pages.filter((page) => !page.includes(`Title ${turn}`))).toHaveLength(0)
    }
  }, 60_000)

  test("send each other's events, and resume streams of each other", async () => {
    const admin = await signIn(site)
    const listen = async (headers: Record<string, string> = {}) =>
      eventStream(await admin.get('/api/events', { connection: 'close', ...headers }))
    const streams = await Promise.all(Array.from({ length: 9 }, () => listen()))
    const [hello] = await Promise.all(streams.map((stream) => stream.next()))
    const body = { name: 'Bob', email: 'bob@example.com', subject: 'Hello', message: 'Good morning' }
    expect((await visitor(site.url).write('POST', '/api/contact', body)).status).toBe(201)
    const heard = await Promise.all(streams.map((stream) => stream.next()))
    expect(new Set(heard.map((event) => JSON.stringify(event))).size).toBe(1)
    expect(heard[0]?.data).toMatchObject({ kind: 'message', action: 'created', unread: 1 })
    const again = await Promise.all(Array.from({ length: 9 }, () => listen({ 'last-event-id': hello!.id })))
    for (const stream of again) expect((await stream.take(2)).map(({ id }) => id)).toEqual([hello!.id, heard[0]!.id])
    await admin.write('POST', '/api/logout')
    expect(await Promise.all([...streams, ...again].map((stream) => stream.ends()))).not.toContain(false)
  }, 30_000)

  test('replace one that is killed', async () => {
    const children = () =>
      readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim().split(' ').map(Number)
    const before = children()
    expect(before).toHaveLength(3)
    process.kill(before[0]!, 'SIGKILL')
    for (const end = performance.now() + 10_000; children().length < 3 || children().includes(before[0]!);) {
      if (performance.now() > end) throw new Error('Nobody took its place')
      await Bun.sleep(50)
    }
    expect((await visitor(site.url).get('/api/blog')).status).toBe(200)
  }, 30_000)

  test('end with 0 on SIGTERM', async () => {
    const children = readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim().split(' ')
    expect(await site.stop('SIGTERM')).toBe(0)
    expect(children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  }, 30_000)
})
