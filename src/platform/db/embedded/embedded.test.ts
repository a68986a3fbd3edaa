import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { createLog } from '#platform/log/log'
import { databaseErrorCode, type OpenDatabase } from '#platform/db/database'
import { databaseFault } from '#platform/db/faults'
import { openDatabase } from '#platform/db/open-database'
import { migrateDatabase } from '#platform/db/migrate'
import { throttles } from '#platform/writes/table'

/** An empty database like that of a first start, which takes seconds to create. */
let made: string
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'embedded-made-'))
  const { close } = await openDatabase({ dataDir: made }, createLog('silent', false), migrateDatabase)
  await close()
}, 60_000)
afterAll(() => rmSync(made, { recursive: true, force: true }))

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const silent = createLog('silent', false)
const open = (log = silent): Promise<OpenDatabase> => openDatabase({ dataDir }, log, migrateDatabase)
function openMade(log = silent): Promise<OpenDatabase> {
  cpSync(made, dataDir, { recursive: true })
  return open(log)
}
const countRows = (db: OpenDatabase['db']) => db.$count(throttles)
const row = (key: string) => ({ key, hits: [], expiresAt: new Date().toISOString() })

test('writes are still there after closing and opening again', async () => {
  const first = await openMade()
  await first.db.insert(throttles).values(row('a'))
  await first.close()
  expect(first.isReady()).toBe(false)
  const second = await open()
  expect(await countRows(second.db)).toBe(1)
  await second.close()
}, 60_000)

test('during a transaction other queries queue until the deadline, and a query that timed out does not run later', async () => {
  const { db, close } = await openMade()
  const gate = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.insert(throttles).values(row('held'))
    await gate.promise
  })
  const started = performance.now()
  const waiting = db
    .insert(throttles)
    .values(row('too late'))
    .then(
      () => 'done',
      (error: Error) => error.cause,
    )
  expect(await waiting).toMatchObject({ status: 503 })
  expect(performance.now() - started).toBeLessThan(10_000)
  gate.resolve()
  await holding
  await db.insert(throttles).values(row('after'))
  const keys = await db.select({ key: throttles.key }).from(throttles).orderBy(throttles.key)
  expect(keys.map(({ key }) => key)).toEqual(['after', 'held'])
  await close()
}, 60_000)

test('nothing is acknowledged once the data directory is gone, and writes work again when it is back', async () => {
  const told: string[] = []
  const tell = (message: string) => void told.push(message)
  const { db, close } = await openMade({ ...silent, warn: tell, info: tell })
  const faultOf = (work: PromiseLike<unknown>) => work.then(() => undefined, databaseFault)
  expect(await faultOf(db.insert(throttles).values(row('before')))).toBeUndefined()
  renameSync(join(dataDir, 'db'), join(dataDir, 'elsewhere'))
  expect(await faultOf(db.insert(throttles).values(row('gone')))).toBe('away')
  expect(await faultOf(db.transaction((tx) => tx.insert(throttles).values(row('gone'))))).toBe('away')
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'db'))
  expect(await faultOf(db.insert(throttles).values(row('back')))).toBeUndefined()
  expect(await countRows(db)).toBe(2)
  expect(told).toEqual([
    `The database of DATA_DIR ${dataDir} is gone: writes are refused until this is repaired`,
    'The database of DATA_DIR can be written again',
  ])
  await close()
}, 60_000)

test('a transaction that never ends is rolled back after a timeout', async () => {
  const { db, close } = await openMade()
  const endless = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await new Promise(() => {})
  })
  await expect(endless).rejects.toThrow('No answer in 5000 ms')
  expect(await countRows(db)).toBe(0)
  await close()
}, 60_000)

test('a first start that is killed at any moment leaves a directory that the next start can use', async () => {
  for (const after of [250, 700, 1200, 1700]) {
    const victim = program({
      code: `
      const { openDatabase } = await import('#platform/db/open-database')
      const { migrateDatabase } = await import('#platform/db/migrate')
      const { createLog } = await import('#platform/log/log')
      await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }, createLog('silent', false), migrateDatabase)
      await Bun.sleep(30000)`,
    })
    await Bun.sleep(after)
    victim.kill('SIGKILL')
    await victim.ended
  }
  const database = await open()
  expect(await countRows(database.db)).toBe(0)
  await database.close()
  expect(existsSync(join(dataDir, 'db.new'))).toBe(false)
}, 60_000)

const mayMount =
  process.platform === 'linux' && process.getuid?.() === 0 && Bun.spawnSync(['mount', '--version']).success
test.skipIf(!mayMount)(
  'on a nearly full disk writes are refused as such, reads go on, and writes work again once there is space',
  async () => {
    const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', dataDir]).success
    if (!mounted) return console.log('(left out: this machine lets nobody mount a small file system)')
    try {
      const { db, close } = await openMade()
      await db.insert(throttles).values(row('before'))
      const ballast = join(dataDir, 'ballast')
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 10_000_000))
      const codeOf = (work: PromiseLike<unknown>) => work.then(() => 'done', databaseErrorCode)
      expect(await codeOf(db.insert(throttles).values(row('refused')))).toBe('53100')
      expect(await codeOf(db.transaction((tx) => tx.insert(throttles).values(row('refused'))))).toBe('53100')
      expect(await countRows(db)).toBe(1)
      rmSync(ballast)
      expect(await codeOf(db.insert(throttles).values(row('after')))).toBe('done')
      expect(await countRows(db)).toBe(2)
      await close()
    } finally {
      Bun.spawnSync(['umount', '-l', dataDir])
    }
  },
  60_000,
)
