import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { hasPooler, type Pooler, startPooler } from '#test/database/pooler'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { findAsset, publishAssets } from '#platform/assets/feature'
import type { OpenDatabase } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { createLog } from '#platform/log/log'
import { countHit } from '#platform/writes/throttle'
import { throttles } from '#platform/writes/table'
import { StartError } from '#platform/start-error'
import { settingsToSend } from './connections'

const log = createLog('silent', false)

const settings: [name: string, value: string][] = [
  ['datestyle', 'German'],
  ['datestyle', 'SQL, DMY'],
  ['datestyle', 'Postgres, MDY'],
  ['datestyle', 'ISO, YMD'],
  ['intervalstyle', 'sql_standard'],
  ['timezone', 'Asia/Kathmandu'],
  ['timezone', 'America/St_Johns'],
  ['standard_conforming_strings', 'off'],
  ['bytea_output', 'escape'],
  ['client_encoding', 'LATIN1'],
  ['default_transaction_isolation', 'serializable'],
  ['default_transaction_deferrable', 'on'],
  ['extra_float_digits', '-10'],
  ['statement_timeout', '50'],
  ['lock_timeout', '1'],
  ['idle_session_timeout', '100'],
  ['client_min_messages', 'error'],
  ['lc_time', 'C'],
  ['transform_null_equals', 'on'],
  ['search_path', ''],
]

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('with other settings of the database', () => {
  let server: ServerDatabase
  const poolers: Pooler[] = []
  const opened: OpenDatabase[] = []

  beforeEach(async () => {
    server = await serverDatabase()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
    await Promise.all(poolers.splice(0).map((pooler) => pooler.stop()))
    await server.drop()
  })

  async function alter(chosen: readonly (readonly [string, string])[]) {
    const admin = postgres(server.url, { max: 1, onnotice: () => {} })
    const name = new URL(server.url).pathname.slice(1)
    for (const [setting, value] of chosen)
      await admin.unsafe(`alter database "${name}" set ${setting} = ${setting === 'datestyle' ? value : `'${value}'`}`)
    await admin.end({ timeout: 5 })
  }

  async function open(databaseUrl = server.url) {
    const database = await openDatabase({ databaseUrl, dataDir: '' }, log, migrateDatabase)
    opened.push(database)
    return database
  }

  async function writeAndRead({ db }: OpenDatabase) {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const path = `/assets/${crypto.randomUUID()}.js`
    await publishAssets(db, [path], () => ({ path, type: 'text/ö', etag: '', modified: '', encoding: null, body }))
    const asset = await findAsset(db, path)
    expect([asset?.type, [...(asset?.body ?? [])]]).toEqual(['text/ö', [...body]])
    const expiresAt = '2026-02-03T04:05:06.789Z'
    await db.transaction(async (tx) => {
      await tx.insert(throttles).values({ key: path, hits: [expiresAt], expiresAt })
      const [stored] = await tx
        .select()
        .from(throttles)
        .where(sql`${throttles.key} = ${path}`)
      expect(stored).toEqual({ key: path, hits: [expiresAt], expiresAt })
      const { rows } = toRows(await tx.execute(sql`show transaction isolation level`))
      expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
    })
    const [read] = await db
      .select()
      .from(throttles)
      .where(sql`${throttles.key} = ${path}`)
    expect(read).toEqual({ key: path, hits: [expiresAt], expiresAt })
    const throttle = { kind: 'test', subject: path, limits: [{ hits: 1, seconds: 60 }] }
    await countHit(db, throttle)
    await expect(countHit(db, throttle)).rejects.toMatchObject({ status: 429 })
    const [row] = await db
      .select({ at: sql<number>`(extract(epoch from now()) * 1000)::float8` })
      .from(sql`(select) as one`)
    expect(Math.abs((row?.at ?? 0) - Date.now())).toBeLessThan(60_000)
  }

  for (const [name, value] of settings)
    test(`${name} ${value}: the site starts, writes and reads`, async () => {
      await alter([[name, value]])
      await writeAndRead(await open())
    }, 30_000)

  test('idle connections outlive idle_session_timeout', async () => {
    await alter([['idle_session_timeout', '100']])
    const database = await open()
    await Bun.sleep(400)
    expect(database.isReady()).toBe(true)
    await writeAndRead(database)
  }, 30_000)

  test.skipIf(!hasPooler)(
    'all of them: so does a site behind PgBouncer in transaction mode',
    async () => {
      // These apply to single statements behind a pooler, which cannot send them.
      const ofServer = ['search_path', 'extra_float_digits', 'statement_timeout', 'lock_timeout']
      const all = [...new Map(settings.toReversed()).entries()].filter(([name]) => !ofServer.includes(name))
      expect(new Map(all).get('datestyle')).toBe('German')
      await alter(all)
      const pooler = await startPooler(server.url, 'transaction')
      poolers.push(pooler)
      const database = await open(pooler.url)
      await Promise.all(Array.from({ length: 8 }, () => writeAndRead(database)))
    },
    30_000,
  )

  test('a connection that does not get the common ones stops the start with a clear message', async () => {
    await alter([['datestyle', 'German']])
    const plain = postgres(server.url, { max: 1, onnotice: () => {} })
    const asked = settingsToSend(plain)
    await expect(asked).rejects.toThrow(StartError)
    await expect(asked).rejects.toThrow(/does not pass on DateStyle.*German/)
    await plain.end({ timeout: 5 })
  }, 30_000)
})

const toRows = (result: unknown): { rows: unknown[] } => ({ rows: [...(result as unknown[])] })
