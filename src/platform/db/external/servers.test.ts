import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { throttles } from '#platform/writes/table'
import { lackingForServers, newServer, type Server } from '#test/database/postgres-cluster'
import { until } from '#test/waiting'
import { createLog } from '#platform/log/log'
import type { OpenDatabase } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'

const log = createLog('silent', false)
const statusOf = (work: PromiseLike<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number; cause?: { status?: number } }) => error.status ?? error.cause?.status ?? String(error),
  )
const write = ({ db }: OpenDatabase, key: string) =>
  statusOf(db.transaction((tx) => tx.insert(throttles).values({ key, hits: [], expiresAt: new Date().toISOString() })))
const read = ({ db }: OpenDatabase) => statusOf(db.execute(sql`select 1`))

/** Cancels the first commit that waits for a standby, as an administrator would. */
const letGo = (server: Server) =>
  server.ask(`do $$ begin
    for look in 1..2000 loop
      perform pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep';
      if found then return; end if;
      perform pg_stat_clear_snapshot(), pg_sleep(0.01);
    end loop;
    raise 'No commit waits';
  end $$`)

const lacking = lackingForServers()

describe.skipIf(lacking !== undefined)(`on a primary and its standby${lacking ? ` (${lacking})` : ''}`, () => {
  let primary: Server
  let standby: Server
  let dispose: () => void
  const opened: OpenDatabase[] = []
  beforeAll(async () => {
    const made = await newServer()
    dispose = made.dispose
    primary = made.server
    standby = await primary.addStandby({ synchronous: true })
  }, 60_000)
  afterAll(async () => {
    standby.thaw()
    await Promise.all(opened.map((database) => database.close()))
    dispose()
  })

  async function open(...servers: Server[]) {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const database = await openDatabase(
      { databaseUrl: `postgres://postgres@${hosts}/postgres`, dataDir: '' },
      log,
      migrateDatabase,
    )
    opened.push(database)
    return database
  }

  test('the writable server is found, wherever it is in the list, and while another does not answer', async () => {
    expect(await write(await open(standby, primary), 'second')).toBe(200)
    standby.freeze()
    await primary.ask(`alter system set synchronous_standby_names = ''`)
    await primary.ask('select pg_reload_conf()')
    const started = performance.now()
    const database = await open(standby, primary)
    expect(database.isReady()).toBe(true)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await write(database, 'beside a silent one')).toBe(200)
    standby.thaw()
    await primary.ask('alter system reset synchronous_standby_names')
    await primary.ask(`alter system set synchronous_standby_names = '*'`)
    await primary.ask('select pg_reload_conf()')
  }, 60_000)

  test('a commit that its standby has not confirmed is not acknowledged, not even when the wait is cancelled; reads go on', async () => {
    const database = await open(primary)
    await until(async () => (await write(database, crypto.randomUUID())) === 200)
    standby.freeze()
    const lettingGo = letGo(primary)
    expect(await write(database, 'let go')).toBe(503)
    await lettingGo
    // It is committed nevertheless: 503 means that the outcome is unknown.
    expect(await primary.ask(`select count(*) from throttles where key = 'let go'`)).toBe('1\n')
    const stuck = Array.from({ length: 12 }, (_, index) => write(database, `stuck ${index}`))
    for (let turn = 0; turn < 10; turn++) expect(await read(database)).toBe(200)
    expect(await Promise.all(stuck)).toEqual(stuck.map(() => 503))
    standby.thaw()
    await until(async () => (await write(database, crypto.randomUUID())) === 200)
  }, 60_000)

  test('of two writable servers the promoted one is used, and one that comes back is ignored', async () => {
    const database = await open(primary, standby)
    await until(async () => (await write(database, crypto.randomUUID())) === 200)
    primary.kill()
    await standby.ask('alter system reset synchronous_standby_names')
    await standby.promote()
    await until(async () => (await write(database, crypto.randomUUID())) === 200)
    await primary.start()
    await primary.ask('alter system reset synchronous_standby_names')
    await primary.ask('select pg_reload_conf()')
    expect(await primary.ask('select pg_is_in_recovery()')).toBe('f\n')
    const later = await open(primary, standby)
    expect(await write(later, 'after both')).toBe(200)
    expect(await write(database, 'after both, the old pool')).toBe(200)
    expect(await standby.ask(`select count(*) from throttles where key like 'after both%'`)).toBe('2\n')
    expect(await primary.ask(`select count(*) from throttles where key like 'after both%'`)).toBe('0\n')
  }, 60_000)
})
