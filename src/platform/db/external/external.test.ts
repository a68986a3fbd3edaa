import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { program } from '#test/program'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { type StallProxy, stallProxy } from '#test/survival/database/stall-proxy'
import { until } from '#test/waiting'
import { createLog } from '#platform/log/log'
import type { OpenDatabase } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import { migrateDatabase } from '#platform/db/migrate'
import { throttles } from '#platform/writes/table'

const log = createLog('silent', false)
const row = (key: string) => ({ key, hits: [], expiresAt: new Date().toISOString() })
const keysOf = async ({ db }: OpenDatabase) =>
  (await db.select({ key: throttles.key }).from(throttles).orderBy(throttles.key)).map(({ key }) => key)
const statusOf = (work: PromiseLike<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number; cause?: { status?: number } }) => error.status ?? error.cause?.status ?? String(error),
  )

async function timed<Answer>(work: PromiseLike<Answer>) {
  const started = performance.now()
  return { answer: await work, ms: performance.now() - started }
}

const untilReady = ({ db }: OpenDatabase) => until(async () => (await statusOf(db.execute(sql`select 1`))) === 200)

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('on a PostgreSQL server', () => {
  let server: ServerDatabase
  let proxy: StallProxy
  let url: string
  const opened: OpenDatabase[] = []

  beforeEach(async () => {
    server = await serverDatabase()
    const target = new URL(server.url)
    proxy = stallProxy({ hostname: target.hostname, port: Number(target.port || 5432) })
    url = Object.assign(target, { hostname: '127.0.0.1', port: String(proxy.port) }).href
  })
  afterEach(async () => {
    proxy.set('open')
    await Promise.all(opened.splice(0).map((database) => database.close()))
    proxy.stop()
    await server.drop()
  })

  async function open() {
    const database = await openDatabase({ databaseUrl: url, dataDir: '' }, log, migrateDatabase)
    opened.push(database)
    return database
  }

  test('a connection that is cut before a query is sent fails that query, and works again', async () => {
    const client = postgres(url, { max: 1, backoff: () => 0 })
    try {
      const cut = client.begin(async (tx) => {
        await tx`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
        await tx`select 1`
      })
      expect(await cut.catch(String)).toMatch(/CONNECTION_CLOSED|terminating connection/)
      expect([...(await client`select 1 as one`)]).toEqual([{ one: 1 }])
    } finally {
      await client.end({ timeout: 1 })
    }
  })

  test('a frozen server costs each request some seconds at most, later ones nothing, and recovers by itself', async () => {
    const database = await open()
    await database.db.insert(throttles).values(row('before'))
    proxy.set('frozen')
    const waiting = Array.from({ length: 20 }, (_, index) =>
      timed(
        statusOf(
          index % 2 === 0
            ? database.db.execute(sql`select 1`)
            : database.db.transaction(async (tx) => {
                await tx.insert(throttles).values(row(`frozen ${index}`))
              }),
        ),
      ),
    )
    for (const { answer, ms } of await Promise.all(waiting)) {
      expect(answer).toBe(503)
      expect(ms).toBeLessThan(8000)
    }
    expect(database.isReady()).toBe(false)
    const late = await timed(statusOf(database.db.execute(sql`select 1`)))
    expect(late.answer).toBe(503)
    expect(late.ms).toBeLessThan(1000)
    await Bun.sleep(1500)
    proxy.set('open')
    await untilReady(database)
    await Bun.sleep(200)
    expect(await keysOf(database)).toEqual(['before'])
  }, 30_000)

  test('a transaction that is open when the server freezes is not committed', async () => {
    const database = await open()
    const writing = statusOf(
      database.db.transaction(async (tx) => {
        await tx.insert(throttles).values(row('half'))
        proxy.set('frozen')
        await tx.insert(throttles).values(row('other half'))
      }),
    )
    expect(await writing).toBe(503)
    proxy.set('open')
    await untilReady(database)
    await Bun.sleep(200)
    expect(await keysOf(database)).toEqual([])
  }, 30_000)

  test('a server that refuses connections is a 503 at once, and recovers by itself', async () => {
    const database = await open()
    proxy.set('refusing')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => timed(statusOf(database.db.execute(sql`select 1`)))),
    )
    expect(answers.every(({ answer }) => answer === 503)).toBe(true)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(8000)
    await Bun.sleep(600)
    proxy.set('open')
    await untilReady(database)
  }, 30_000)

  test('the start waits for an unreachable server, then migrates and uses it', async () => {
    proxy.set('refusing')
    const { answer: database, ms } = await timed(open())
    expect(ms).toBeLessThan(8000)
    expect(database.isReady()).toBe(false)
    expect(await statusOf(database.db.execute(sql`select 1`))).toBe(503)
    proxy.set('open')
    await untilReady(database)
    expect(await keysOf(database)).toEqual([])
  }, 30_000)

  test('a statement that waits for a lock times out, and others go on meanwhile', async () => {
    const database = await open()
    await database.db.insert(throttles).values(row('contested'))
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = database.withDedicatedConnection((db) =>
      db.transaction(async (tx) => {
        await tx.delete(throttles)
        held.resolve()
        await release.promise
      }),
    )
    await held.promise
    const waiting = timed(statusOf(database.db.delete(throttles)))
    await Bun.sleep(700)
    expect(await statusOf(database.db.execute(sql`select 1`))).toBe(200)
    const { answer, ms } = await waiting
    expect(answer).toBe(503)
    expect(ms).toBeLessThan(8000)
    expect(database.isReady()).toBe(true)
    release.resolve()
    await holding
  }, 30_000)

  test('a statement error is reported as such, inside a transaction and a savepoint too', async () => {
    const { db } = await open()
    await db.insert(throttles).values(row('one'))
    const codeOf = (work: PromiseLike<unknown>) =>
      work.then(
        () => 'done',
        (error: { cause?: { code?: string } }) => error.cause?.code,
      )
    expect(await codeOf(db.insert(throttles).values(row('one')))).toBe('23505')
    const survived = db.transaction(async (tx) => {
      const code = await codeOf(tx.transaction((inner) => inner.insert(throttles).values(row('one'))))
      await tx.insert(throttles).values(row('two'))
      return code
    })
    expect(await survived).toBe('23505')
    await expect(db.transaction(() => Promise.reject(new Error('our own')))).rejects.toThrow('our own')
  }, 30_000)

  const starter = (name: string) =>
    program(
      {
        code: `
    const { openDatabase } = await import('#platform/db/open-database')
    const { migrateDatabase } = await import('#platform/db/migrate')
    const { createLog } = await import('#platform/log/log')
    const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: '' }, createLog('warn', false), migrateDatabase)
    console.log('${name}', database.isReady())
    await database.close()
    process.exit(0)`,
      },
      { DATABASE_URL: server.url },
    )

  test('of four processes that migrate at once, one migrates and none fails', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => starter(name).ended))
    expect(all.map(({ out }) => out.trim())).toEqual(['a true', 'b true', 'c true', 'd true'])
    const database = await open()
    const applied = await database.db
      .select({ count: sql<number>`count(*)::int` })
      .from(sql`drizzle.__drizzle_migrations`)
    expect(applied).toEqual([{ count: journal().length }])
  }, 60_000)

  test('a process that is killed during a migration leaves nothing half done', async () => {
    for (const after of [120, 160, 200, 240]) {
      const victim = starter('victim')
      await Bun.sleep(after)
      victim.kill('SIGKILL')
      await victim.ended
    }
    const database = await open()
    expect(await keysOf(database)).toEqual([])
  }, 60_000)
})

const migrations = resolve(import.meta.dir, '../../../../drizzle')
const journal = (): unknown[] => JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')).entries
