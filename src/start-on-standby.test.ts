import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { administrator, signIn, visitor } from '#test/client'
import { lackingForServers, newServer, type Server } from '#test/database/postgres-cluster'
import { type SiteProcess, startSite } from '#test/site-process'
import { until } from '#test/waiting'

const lacking = lackingForServers()
const env = { SEED_DEMO: '1', ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password }

describe.skipIf(lacking !== undefined)(`a start on a standby${lacking ? ` (${lacking})` : ''}`, () => {
  let primary: Server
  let dispose = () => {}
  const sites: SiteProcess[] = []
  beforeAll(async () => {
    const made = await newServer()
    dispose = made.dispose
    primary = made.server
    for (const name of ['complete', 'empty', 'older']) await primary.ask(`create database ${name}`)
  }, 60_000)
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.dispose()))
    dispose()
  }, 60_000)

  async function start(database: string, ...servers: Server[]) {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const site = await startSite({ env: { ...env, DATABASE_URL: `postgres://postgres@${hosts}/${database}` } })
    sites.push(site)
    return site
  }

  const get = async (site: SiteProcess, path: string) => {
    const answer = await visitor(site.url).get(path)
    return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') }
  }
  const signUp = async (site: SiteProcess, email: string) => {
    const answer = await visitor(site.url).write('POST', '/api/waitlist', { name: 'Ada', email })
    await answer.arrayBuffer()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  }
  async function follows(standby: Server) {
    const [position] = (await primary.ask('select pg_current_wal_lsn()')).split('\n')
    await until(async () => (await standby.ask(`select pg_last_wal_replay_lsn() >= '${position}'`)).startsWith('t'))
  }

  test('serves pages and refuses writes, accepts them once a server does, and waits for missing migrations', async () => {
    const before = await start('complete', primary)
    expect((await signUp(before, 'before@example.com')).status).toBe(201)
    await before.stop()
    const older = await start('older', primary)
    await older.stop()
    await primary.ask(
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
      'older',
    )
    const standby = await primary.addStandby()
    await follows(standby)

    const [alone, among, empty, behind] = await Promise.all([
      start('complete', standby),
      start('complete', standby, await primary.addStandby()),
      start('empty', standby),
      start('older', standby),
    ])
    for (const site of [alone, among]) {
      for (const path of [
        '/',
        '/blog/',
        '/es/projects/',
        '/sitemap.xml',
        '/api/blog',
        '/api/search?q=factory',
        '/api/search?q=factroy',
      ])
        // Four processes start beside each other: on a small machine a first answer may be a 503 in time.
        await until(async () => (await get(site, path)).status === 200)
      expect(JSON.parse((await get(site, '/api/blog')).text)).not.toEqual([])
      expect(await get(site, '/readyz')).toMatchObject({
        status: 200,
        text: expect.stringContaining('takes no writes'),
      })
      expect(await signUp(site, 'refused@example.com')).toEqual({ status: 503, retryAfter: '1' })
      const login = await visitor(site.url).write('POST', '/api/login', administrator)
      expect([login.status, login.headers.get('retry-after')]).toEqual([503, '1'])
      // A refused write does not mean that the database is unreachable.
      expect((await get(site, '/api/projects')).status).toBe(200)
      expect(site.output()).toContain('The database takes no writes')
      expect(site.output()).not.toContain('could not be done')
    }
    for (const site of [empty, behind]) {
      expect((await get(site, '/healthz')).status).toBe(200)
      for (const path of ['/readyz', '/', '/api/blog'])
        expect([path, await get(site, path)]).toEqual([path, expect.objectContaining({ status: 503, retryAfter: '1' })])
      expect(await signUp(site, 'refused@example.com')).toEqual({ status: 503, retryAfter: '1' })
      expect(site.output()).toContain('lacks migrations of this release')
    }

    await primary.stop('immediate')
    await standby.promote()
    for (const site of [alone, among, empty])
      await until(async () => (await signUp(site, 'after@example.com')).status === 201)
    expect((await signIn(alone)).cookie).not.toBe('')
    expect(JSON.parse((await get(empty, '/api/blog')).text)).not.toEqual([])
    expect(await get(alone, '/readyz')).toMatchObject({ status: 200, text: 'ready' })
  }, 180_000)
})
