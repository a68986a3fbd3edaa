import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quietChannel } from '#test/screens/channel'
import { program } from '#test/program'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { until } from '#test/waiting'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import type { CacheTag } from '#platform/events/events'
import { createCacheTags, type CacheTags, machineOf, sharedBytes } from './cache-tags'
import { createLog } from '#platform/log/log'
import { createPeers } from './peers'

const log = createLog('silent', false)

test('a stamp changes with each of its tags and with no other', async () => {
  const cacheTags = createCacheTags()
  const stamps = () => ({
    both: cacheTags.stamp(['post', 'page']),
    posts: cacheTags.stamp(['post']),
    projects: cacheTags.stamp(['project']),
  })
  const before = stamps()
  expect(stamps()).toEqual(before)
  await cacheTags.touch(['post'])
  expect(stamps().both).not.toBe(before.both)
  expect(stamps().posts).not.toBe(before.posts)
  expect(stamps().projects).toBe(before.projects)
})

test('touching everything changes every stamp', () => {
  const cacheTags = createCacheTags()
  const tags: CacheTag[] = ['post', 'project', 'page']
  const before = tags.map((tag) => cacheTags.stamp([tag]))
  cacheTags.touchAll()
  expect(tags.map((tag, index) => cacheTags.stamp([tag]) !== before[index])).toEqual([true, true, true])
})

test('an unknown tag from another version of the site invalidates everything, a known tag only its own entries', () => {
  let hear: (payload: string) => void = () => {}
  const cacheTags = createCacheTags({
    channel: quietChannel({
      listen: (_, heard) => {
        hear = heard
      },
    }),
  })
  const stamps = () => [cacheTags.stamp(['post']), cacheTags.stamp(['project'])]
  const [post, project] = stamps()
  hear('post')
  expect([stamps()[0] === post, stamps()[1] === project]).toEqual([false, true])
  hear('posts')
  expect(stamps()[1]).not.toBe(project)
})

test('while the database is unreachable, cached responses stay valid only if no other process may be writing', () => {
  let isAway = false
  let others = false
  const cacheTags = createCacheTags({
    channel: quietChannel({ isListening: () => !isAway, isAway: () => isAway }),
    peers: { haveHeard: async () => {}, areThere: () => others, leave: async () => {} },
  })
  const before = cacheTags.stamp(['post'])
  isAway = true
  expect([cacheTags.isCurrent(), cacheTags.stamp(['post'])]).toEqual([true, before])
  others = true
  expect(cacheTags.isCurrent()).toBe(false)
  expect(cacheTags.stamp(['post'])).not.toBe(cacheTags.stamp(['post']))
})

describe('processes on one machine', () => {
  let folder: string
  let sharedFile: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'counters-'))
    sharedFile = join(folder, 'counters')
    writeFileSync(sharedFile, new Uint8Array(sharedBytes))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const sibling = (lines: string) =>
    program({
      code: `
    const { createCacheTags } = await import('#platform/cache/cache-tags')
    const cacheTags = createCacheTags({ sharedFile: ${JSON.stringify(sharedFile)} })
    ${lines}`,
    })

  test("see each other's writes at once", async () => {
    const cacheTags = createCacheTags({ sharedFile })
    const before = cacheTags.stamp(['post'])
    const other = cacheTags.stamp(['project'])
    await sibling(`await cacheTags.touch(['post'])`).ended
    expect(cacheTags.stamp(['post'])).not.toBe(before)
    expect(cacheTags.stamp(['project'])).toBe(other)
  })

  test('lose no write of many at the same moment', async () => {
    const cacheTags = createCacheTags({ sharedFile })
    const writes = 20_000
    const before = Number(cacheTags.stamp(['post']))
    const both = [0, 1].map(
      () => sibling(`for (let turn = 0; turn < ${writes}; turn++) cacheTags.touch(['post'])`).ended,
    )
    await Promise.all(both)
    expect(Number(cacheTags.stamp(['post'])) - before).toBe(2 * writes)
  })
})

describe.skipIf(!testServer)('processes on several machines with a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(() => server.drop())

  async function machine() {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, log, migrateDatabase)
    const peers = createPeers(database.channel!, log, machineOf(undefined))
    const cacheTags = createCacheTags({ channel: database.channel, peers })
    await until(() => cacheTags.isCurrent())
    return { ...database, cacheTags, peers }
  }

  test('are notified of a write when it commits, and not when it rolls back', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    const sure = async () => {
      await until(() => there.cacheTags.isCurrent())
      return { posts: there.cacheTags.stamp(['post']), projects: there.cacheTags.stamp(['project']) }
    }
    const before = await sure()
    await here.db
      .transaction(async (tx) => {
        await here.cacheTags.announce(tx, ['post'])
        throw new Error('never mind')
      })
      .catch(() => {})
    await Bun.sleep(100)
    expect(await sure()).toEqual(before)
    await write(here)
    const after = await sure()
    expect([after.posts === before.posts, after.projects === before.projects]).toEqual([false, true])
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  test('have been notified of every write when it is answered, also with many at once', async () => {
    const [here, there, elsewhere] = await Promise.all([machine(), machine(), machine()])
    const others = [there, elsewhere]
    await until(() => [here, ...others].every(({ peers }) => peers.areThere()))
    const heardBy = ({ cacheTags }: typeof there) => Number(cacheTags.stamp(['post']))
    await until(() => others.every(({ cacheTags }) => cacheTags.isCurrent()))
    const before = others.map(heardBy)
    let answered = 0
    let sure = 0
    const ask = async () => {
      await write(here)
      answered++
      for (const [index, other] of others.entries()) {
        if (!other.cacheTags.isCurrent()) continue
        sure++
        expect(heardBy(other) - before[index]!).toBeGreaterThanOrEqual(answered)
      }
    }
    for (let turn = 0; turn < 20; turn++) await Promise.all(Array.from({ length: 1 + (turn % 4) }, ask))
    expect(sure).toBeGreaterThan(10)
    await Promise.all([here.close(), there.close(), elsewhere.close()])
  }, 30_000)

  test('are rarely asked while idle, and still know of every write when the next request has waited for it', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    await until(() => [here, there].every(({ peers }) => peers.areThere()))
    const lastQueries = async () => {
      const [row] = await here.db
        .select({ at: sql<number>`sum(extract(epoch from query_start) * 1000)::float8` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and application_name like 'industria listens %'`)
      return row?.at ?? 0
    }
    await Bun.sleep(1300)
    const moments = new Set<number>()
    for (let turn = 0; turn < 20; turn++) {
      moments.add(await lastQueries())
      await Bun.sleep(50)
    }
    expect(moments.size).toBeWithin(1, 8)

    const stampAfterSettling = async () => {
      await there.cacheTags.settle()
      expect(there.cacheTags.isCurrent()).toBe(true)
      return there.cacheTags.stamp(['post'])
    }
    for (const idle of [1500, 1700, 2000, 2300]) {
      const before = await stampAfterSettling()
      await Bun.sleep(idle)
      expect(there.channel!.isListening()).toBe(false)
      // Nobody waits for this one to be received.
      await here.withDedicatedConnection((db) => db.execute(sql`select pg_notify('industria_touched', 'post')`))
      const between = await stampAfterSettling()
      expect(between).not.toBe(before)
      await Bun.sleep(idle)
      await write(here)
      expect(await stampAfterSettling()).not.toBe(between)
    }
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  test('cache nothing before the other processes know of them', async () => {
    const there = await machine()
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, log, migrateDatabase)
    await until(() => database.channel!.isListening())
    const peers = createPeers(database.channel!, log, machineOf(undefined))
    const cacheTags = createCacheTags({ channel: database.channel, peers })
    expect(there.peers.areThere()).toBe(false)
    while (!cacheTags.isCurrent()) await Bun.sleep(0)
    expect([there.peers.areThere(), peers.areThere()]).toEqual([true, true])
    await Promise.all([database.close(), there.close()])
  }, 30_000)

  test('invalidate everything after their LISTEN connection was cut', async () => {
    const { cacheTags, withDedicatedConnection, close } = await machine()
    const before = cacheTags.stamp(['project'])
    const cut = await withDedicatedConnection((db) =>
      db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'industria listens %'`,
      ),
    )
    expect(cut).toHaveLength(1)
    await until(() => cacheTags.isCurrent() && cacheTags.stamp(['project']) !== before)
    const again = cacheTags.stamp(['post'])
    await withDedicatedConnection((db) => db.execute(sql`select pg_notify('industria_touched', 'post')`))
    await until(() => cacheTags.isCurrent() && cacheTags.stamp(['post']) !== again)
    await close()
  }, 30_000)
})

async function write({ db, cacheTags }: { db: Parameters<CacheTags['announce']>[0]; cacheTags: CacheTags }) {
  await db.transaction((tx) => cacheTags.announce(tx, ['post']))
  await cacheTags.touch(['post'])
}
