import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { type ServerDatabase, serverDatabase, testServer } from '#test/server-database'
import { openDatabase } from './db/open-database'
import { createFreshness, type Freshness, sharedBytes } from './freshness'
import { createLog } from './log'

const log = createLog('silent', false)

test('a stamp changes with each of its topics and with no other', async () => {
  const freshness = createFreshness()
  const stamps = () => ({ both: freshness.stamp(['posts', 'pages']), posts: freshness.stamp(['posts']), projects: freshness.stamp(['projects']) })
  const before = stamps()
  expect(stamps()).toEqual(before)
  await freshness.touch(['posts'])
  expect(stamps().both).not.toBe(before.both)
  expect(stamps().posts).not.toBe(before.posts)
  expect(stamps().projects).toBe(before.projects)
})

test('touching everything changes every stamp', () => {
  const freshness = createFreshness()
  const before = ['posts', 'projects', 'pages'].map((topic) => freshness.stamp([topic]))
  freshness.touchAll()
  expect(['posts', 'projects', 'pages'].map((topic, index) => freshness.stamp([topic]) !== before[index])).toEqual([true, true, true])
})

test('a stamp costs next to nothing', () => {
  const freshness = createFreshness()
  const topics = ['posts', 'projects', 'pages']
  const started = performance.now()
  for (let turn = 0; turn < 100_000; turn++) freshness.stamp(topics)
  expect((performance.now() - started) / 100_000).toBeLessThan(0.005)
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

  const sibling = (lines: string) => program({ code: `
    const { createFreshness } = await import('#base/freshness')
    const freshness = createFreshness({ sharedFile: ${JSON.stringify(sharedFile)} })
    ${lines}` })

  test('see each other\'s writes at once', async () => {
    const freshness = createFreshness({ sharedFile })
    const before = freshness.stamp(['posts'])
    const other = freshness.stamp(['projects'])
    await sibling(`await freshness.touch(['posts'])`).ended
    expect(freshness.stamp(['posts'])).not.toBe(before)
    expect(freshness.stamp(['projects'])).toBe(other)
  })

  test('lose none of many writes at the same moment', async () => {
    const freshness = createFreshness({ sharedFile })
    const writes = 20_000
    const before = Number(freshness.stamp(['posts']))
    const both = [0, 1].map(() => sibling(`for (let turn = 0; turn < ${writes}; turn++) freshness.touch(['posts'])`).ended)
    await Promise.all(both)
    expect(Number(freshness.stamp(['posts'])) - before).toBe(2 * writes)
  })
})

describe.skipIf(!testServer)('processes of several machines, on a PostgreSQL server', () => {
  let server: ServerDatabase
  beforeEach(async () => { server = await serverDatabase() })
  afterEach(() => server.drop())

  async function machine() {
    const database = await openDatabase({ databaseUrl: server.url, dataDir: '' }, log, async () => {})
    const freshness = createFreshness({ channel: database.channel })
    await until(() => freshness.stamp(['posts']) !== '0')
    return { ...database, freshness }
  }

  test('hear of a write when it commits, and not when it rolls back', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    const before = there.freshness.stamp(['posts'])
    const untouched = there.freshness.stamp(['projects'])
    await here.db.transaction(async (tx) => {
      await here.freshness.announce(tx, ['posts'])
      throw new Error('never mind')
    }).catch(() => {})
    await Bun.sleep(100)
    expect(there.freshness.stamp(['posts'])).toBe(before)
    await write(here)
    await until(() => there.freshness.stamp(['posts']) !== before)
    expect(there.freshness.stamp(['projects'])).toBe(untouched)
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  // Across machines the answer of a write does not wait for every listener: what is promised is "a moment later", not "at once".
  test('have heard of every write a moment after it was answered', async () => {
    const [here, there] = await Promise.all([machine(), machine()])
    for (let turn = 0; turn < 50; turn++) {
      const before = there.freshness.stamp(['posts'])
      await write(here)
      await until(() => there.freshness.stamp(['posts']) !== before, 250)
    }
    await Promise.all([here.close(), there.close()])
  }, 30_000)

  test('suspect everything after their ear was cut off', async () => {
    const { freshness, atLeisure, close } = await machine()
    const before = freshness.stamp(['projects'])
    await atLeisure((db) => db.execute(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`))
    await until(() => freshness.stamp(['projects']) !== before)
    const again = freshness.stamp(['posts'])
    await atLeisure((db) => db.execute(`select pg_notify('industria_touched', 'posts')`))
    await until(() => freshness.stamp(['posts']) !== again)
    await close()
  }, 30_000)
})

async function write({ db, freshness }: { db: Parameters<Freshness['announce']>[0]; freshness: Freshness }) {
  await db.transaction((tx) => freshness.announce(tx, ['posts']))
  await freshness.touch(['posts'])
}

async function until(check: () => boolean, limit = 3000) {
  for (const end = performance.now() + limit; !check(); await Bun.sleep(2)) if (performance.now() > end) throw new Error('It did not happen')
}
