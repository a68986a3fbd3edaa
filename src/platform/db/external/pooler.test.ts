import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { hasPooler, type Pooler, startPooler } from '#test/database/pooler'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { type StallProxy, stallProxy } from '#test/survival/database/stall-proxy'
import { until } from '#test/waiting'
import { throttles } from '#platform/writes/table'
import { createCacheTags, type CacheTags, readVersions } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import { StartError } from '#platform/start-error'
import type { OpenDatabase } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'

const log = createLog('silent', false)

// Without a server (TEST_DATABASE_URL) or a PgBouncer these are printed as skipped.
describe.skipIf(!testServer || !hasPooler)('behind PgBouncer', () => {
  let server: ServerDatabase
  const poolers: Pooler[] = []
  const proxies: StallProxy[] = []
  const opened: OpenDatabase[] = []

  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
    await Promise.all(poolers.splice(0).map((pooler) => pooler.stop()))
    for (const proxy of proxies.splice(0)) proxy.stop()
    await server.drop()
  })

  async function pooled(mode: 'session' | 'transaction', options = {}) {
    const pooler = await startPooler(server.url, mode, options)
    poolers.push(pooler)
    return pooler.url
  }

  async function open(databaseUrl: string, databaseListenUrl?: string) {
    const database = await openDatabase({ databaseUrl, databaseListenUrl, dataDir: '' }, log, migrateDatabase)
    opened.push(database)
    const cacheTags = createCacheTags({ channel: database.channel, readVersions: () => readVersions(database.db) })
    return { ...database, cacheTags }
  }

  const write = ({ db, cacheTags }: OpenDatabase & { cacheTags: CacheTags }) =>
    db.transaction((tx) => cacheTags.announce(tx, ['post'])).then(() => cacheTags.touch(['post']))

  for (const mode of ['session', 'transaction'] as const)
    test(`in ${mode} mode, of 50 concurrent writes every acknowledged one is stored, and none fails`, async () => {
      const { db } = await open(await pooled(mode))
      const direct = await open(server.url)
      const keys = Array.from({ length: 50 }, (_, index) => `write ${index}`)
      const outcomes = await Promise.allSettled(
        keys.map((key) =>
          db.transaction(async (tx) => {
            await tx
              .select()
              .from(throttles)
              .where(sql`${throttles.key} = ${key}`)
            await tx.transaction((inner) =>
              inner.insert(throttles).values({ key, hits: [], expiresAt: new Date().toISOString() }),
            )
          }),
        ),
      )
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
      const stored = await direct.db.select({ key: throttles.key }).from(throttles)
      expect(stored.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    }, 30_000)

  test('a transaction whose COMMIT reached another connection is not acknowledged', async () => {
    const { db } = await open(await pooled('transaction'))
    const writing = db.transaction(async (tx) => {
      await tx.insert(throttles).values({ key: 'half', hits: [], expiresAt: new Date().toISOString() })
      await tx.execute(sql`rollback`)
    })
    expect(
      await writing.then(
        () => 200,
        (error: { status?: number }) => error.status,
      ),
    ).toBe(503)
  }, 30_000)

  test('in transaction mode no notification arrives, and a write of another process is seen all the same', async () => {
    const url = await pooled('transaction')
    const [here, there] = await Promise.all([open(url), open(server.url)])
    await until(() => here.channel?.listenError() !== undefined)
    expect(here.channel?.listenError()).toContain('NOTIFY')
    await here.cacheTags.settle()
    expect(here.cacheTags.isCurrent()).toBe(true)
    const before = here.cacheTags.stamp(['post'])
    expect(here.cacheTags.stamp(['post'])).toBe(before)
    const written = write(there).then(() => performance.now())
    while (here.cacheTags.stamp(['post']) === before) {
      await here.cacheTags.settle()
      await Bun.sleep(5)
    }
    expect(performance.now() - (await written)).toBeLessThan(5000)
  }, 30_000)

  test('with DATABASE_LISTEN_URL every notification arrives', async () => {
    const [here, there] = await Promise.all([open(await pooled('transaction'), server.url), open(server.url)])
    await until(() => here.channel?.isListening() === true)
    expect(here.channel?.listenError()).toBeUndefined()
    const before = here.cacheTags.stamp(['post'])
    expect(here.cacheTags.stamp(['post'])).toBe(before)
    await write(there)
    await until(() => here.channel?.isListening() === true && here.cacheTags.stamp(['post']) !== before)
  }, 30_000)

  test('a LISTEN connection that stops answering is not trusted for longer than a tenth of a second', async () => {
    const target = new URL(server.url)
    const proxy = stallProxy({ hostname: target.hostname, port: Number(target.port || 5432) })
    proxies.push(proxy)
    const through = Object.assign(target, { hostname: '127.0.0.1', port: String(proxy.port) }).href
    const here = await open(server.url, through)
    await until(() => here.cacheTags.isCurrent())
    proxy.set('frozen')
    await Bun.sleep(110)
    expect(here.channel?.isListening()).toBe(false)
    const stamps = [here.cacheTags.stamp(['post']), here.cacheTags.stamp(['post'])]
    expect(stamps[0]).not.toBe(stamps[1])
    proxy.set('open')
    await until(() => here.channel?.isListening() === true)
  }, 30_000)

  test('a pooler that refuses the connection parameters stops the start with a clear message', async () => {
    const url = await pooled('transaction', { ignored: [] })
    const opening = open(url)
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/ignore_startup_parameters/)
  }, 30_000)

  test('a server that takes no writes answers 503 until it does', async () => {
    const database = await open(server.url)
    const admin = postgres(server.url, { max: 1, onnotice: () => {} })
    const name = new URL(server.url).pathname.slice(1)
    const statusOfWrite = () =>
      database.db
        .insert(throttles)
        .values({ key: crypto.randomUUID(), hits: [], expiresAt: new Date().toISOString() })
        .then(
          () => 200,
          (error: { status?: number; cause?: { status?: number } }) => error.status ?? error.cause?.status,
        )
    const turn = async (state: 'on' | 'off') => {
      await admin.unsafe(`alter database "${name}" set default_transaction_read_only = ${state}`)
      await admin.unsafe(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      )
    }
    try {
      expect(await statusOfWrite()).toBe(200)
      await turn('on')
      for (let tries = 0; tries < 20; tries++) {
        expect(await statusOfWrite()).toBe(503)
        await Bun.sleep(50)
      }
      await admin.unsafe('set default_transaction_read_only = off')
      await turn('off')
      await until(async () => (await statusOfWrite()) === 200)
    } finally {
      await admin.end({ timeout: 1 })
    }
  }, 30_000)
})
