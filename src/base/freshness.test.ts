import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { type ServerDatabase, serverDatabase, testServer } from '#test/server-database'
import { migrateDatabase } from './db/migrate'
import { openDatabase } from './db/open-database'
import type { Topic } from './events'
import { createFreshness, type Freshness, sharedBytes } from './freshness'
import { createLog } from './log'

const log = createLog('silent', false)

test('a stamp changes with each of its topics and with no other', async () => {
  const freshness = createFreshness()
  const stamps = () => ({
    both: freshness.stamp(['post', 'page']),
    posts: freshness.stamp(['post']),
    projects: freshness.stamp(['project']),
  })
  const before = stamps()
  expect(stamps()).toEqual(before)
  await freshness.touch(['post'])
  expect(stamps().both).not.toBe(before.both)
  expect(stamps().posts).not.toBe(before.posts)
  expect(stamps().projects).toBe(before.projects)
})

test('touching everything changes every stamp', () => {
  const freshness = createFreshness()
  const topics: Topic[] = ['post', 'project', 'page']
  const before = topics.map((topic) => freshness.stamp([topic]))
  freshness.touchAll()
  expect(topics.map((topic, index) => freshness.stamp([topic]) !== before[index])).toEqual([true, true, true])
})

test('a stamp costs next to nothing', () => {
  const freshness = createFreshness()
  const topics: Topic[] = ['post', 'project', 'page']
  const started = performance.now()
  for (let turn = 0; turn < 100_000; turn++) freshness.stamp(topics)
  expect((performance.now() - started) / 100_000).toBeLessThan(0.005)
})

test('a name from another version of the site makes everything suspect, a known one only its own', () => {
  let hear: (payload: string) => void = () => {}
  const freshness = createFreshness({
    channel: {
      listen: (_, heard) => {
        hear = heard
      },
      caughtUp: async () => {},
      isHearing: () => true,
      settled: async () => {},
      deafness: () => undefined,
    },
  })
  const stamps = () => [freshness.stamp(['post']), freshness.stamp(['project'])]
  const [post, project] = stamps()
  hear('post')
  expect([stamps()[0] === post, stamps()[1] === project]).toEqual([false, true])
  hear('posts')
  expect(stamps()[1]).not.toBe(project)
})

describe('processes of one machine', () => {
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
    const { createFreshness } = await import('#base/freshness')
    const freshness = createFreshness({ sharedFile: ${JSON.stringify(sharedFile)} })
    ${lines}`,
    })

  test("see each other's writes at once", async () => {
    const freshness = createFreshness({ sharedFile })
    const before = freshness.stamp(['post'])
    const other = freshness.stamp(['project'])
    await sibling(`await freshness.touch(['post'])`).ended
    expect(freshness.stamp(['post'])).not.toBe(before)
    expect(freshness.stamp(['project'])).toBe(other)
  })

  test('lose none of many writes at the same moment', async () => {
    const freshness = createFreshness({ sharedFile })
    const writes = 20_000
    const before = Number(freshness.stamp(['post']))
    const both = [0, 1].map(
      () => sibling(`for (let turn = 0; turn < ${writes}; turn++) freshness.touch(['post'])`).ended,
    )
    await Promise.all(both)
    expect(Number(freshness.stamp(['post'])) - before).toBe(2 * writes)
  })
})

describe.skipIf(!testServer)('processes of several machines, on a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(() => server.drop())

  async function machine() {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, log, migrateDatabase)
    const freshness = createFreshness({ channel: database.channel })
    await until(() => freshness.stamp(['post']) !== '0')
    return { ...database, freshness }
  }

  test('hear of a write when it commits, and not when it rolls back', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    const before = there.freshness.stamp(['post'])
    const untouched = there.freshness.stamp(['project'])
    await here.db
      .transaction(async (tx) => {
        await here.freshness.announce(tx, ['post'])
        throw new Error('never mind')
      })
      .catch(() => {})
    await Bun.sleep(100)
    expect(there.freshness.stamp(['post'])).toBe(before)
    await write(here)
    await until(() => there.freshness.stamp(['post']) !== before)
    expect(there.freshness.stamp(['project'])).toBe(untouched)
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  // Across machines the answer of a write does not wait for every listener: what is promised is "a moment later", not
  // "at once".
  test('have heard of every write a moment after it was answered', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    for (let turn = 0; turn < 50; turn++) {
      const before = there.freshness.stamp(['post'])
      await write(here)
      await until(() => there.freshness.stamp(['post']) !== before, 250)
    }
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  test('suspect everything after their ear was cut off', async () => {
    const { freshness, atLeisure, close } = await machine()
    const before = freshness.stamp(['project'])
    await atLeisure((db) =>
      db.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      ),
    )
    await until(() => freshness.stamp(['project']) !== before)
    const again = freshness.stamp(['post'])
    await atLeisure((db) => db.execute(`select pg_notify('industria_touched', 'post')`))
    await until(() => freshness.stamp(['post']) !== again)
    await close()
  }, 30_000)
})

async function write({ db, freshness }: { db: Parameters<Freshness['announce']>[0]; freshness: Freshness }) {
  await db.transaction((tx) => freshness.announce(tx, ['post']))
  await freshness.touch(['post'])
}

async function until(check: () => boolean, limit = 3000) {
  for (const end = performance.now() + limit; !check(); await Bun.sleep(2))
    if (performance.now() > end) throw new Error('It did not happen')
}
