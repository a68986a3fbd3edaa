import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bareDatabases } from '#test/database/bare-databases'
import { serverDatabase, testServer } from '#test/database/server-database'
import { createLog } from '#platform/log/log'
import type { Database } from './database'
import { isMigrated, migrateDatabase } from './migrate'

const ours = resolve(import.meta.dir, '../../../drizzle')
const later = Date.UTC(2099, 0, 1)

const { embedded, onServer, connect, later: closeLater, clear } = bareDatabases()
afterEach(clear)

/** A folder with our migrations and one more for each text. */
function withLater(...texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  closeLater(() => rmSync(folder, { recursive: true }))
  cpSync(ours, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] }
  texts.forEach((text, index) => {
    const tag = `later_${index}`
    journal.entries.push({ idx: 90 + index, version: '7', when: later + index, tag, breakpoints: true })
    writeFileSync(join(folder, `${tag}.sql`), text)
  })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  return folder
}

async function exists(db: Database, table: string): Promise<boolean> {
  const [row] = await db.select({ found: sql<string | null>`to_regclass(${table})::text` }).from(sql`(select 1) as one`)
  return row?.found === table
}

function recordingLog() {
  const lines: string[] = []
  return { lines, log: { ...createLog('silent', false), warn: (message: string) => lines.push(message) } }
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing went wrong',
    (error: Error) => `${error.name}: ${error.message}`,
  )

const databases = { embedded, ...(testServer ? { 'on a PostgreSQL server': onServer } : {}) }

describe.each(Object.entries(databases))('migrations, %s', (_, open) => {
  test('a failing migration leaves the database as before, is named in one line, and runs once it is fixed', async () => {
    const db = await open()
    await migrateDatabase(db)
    const migrationsFolder = withLater(
      'create table first (id integer)',
      'create table second (id integer);--> statement-breakpoint\ninsert into nowhere values (1)',
      'create table third (id integer)',
    )
    expect(await messageOf(migrateDatabase(db, undefined, { migrationsFolder }))).toBe(
      'StartError: The migration later_1 failed, and the database is as it was before it: relation "nowhere" does not exist',
    )
    expect(await Promise.all(['first', 'second', 'third'].map((name) => exists(db, name)))).toEqual([
      true,
      false,
      false,
    ])

    writeFileSync(join(migrationsFolder, 'later_1.sql'), 'create table second (id integer)')
    await migrateDatabase(db, undefined, { migrationsFolder })
    expect(await Promise.all(['first', 'second', 'third'].map((name) => exists(db, name)))).toEqual([true, true, true])
  })

  test('a database that is newer than the code is accepted, which is logged once', async () => {
    const db = await open()
    await migrateDatabase(db, undefined, { migrationsFolder: withLater('create table later (id integer)') })
    const { log, lines } = recordingLog()
    await migrateDatabase(db, log)
    expect(lines).toEqual(['The database is newer than this code, which goes on with it'])
    expect(await isMigrated(db)).toBe(true)
  })

  test('a database that requires newer code is refused in one line', async () => {
    const db = await open()
    const migrationsFolder = withLater(
      `create table later (id integer);--> statement-breakpoint\ncomment on table drizzle.__drizzle_migrations is '${later}'`,
    )
    await migrateDatabase(db, undefined, { migrationsFolder })
    await migrateDatabase(db, undefined, { migrationsFolder })
    expect(await messageOf(migrateDatabase(db))).toBe(
      'StartError: The database is too new for this code: it has a migration of 2099-01-01T00:00:00.000Z. Start the newer version of the site.',
    )
  })
})

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('a migration of a table that others use', () => {
  /** A transaction that has read `posts` and stays open until `release` is called. */
  async function holdPosts(url: string): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = connect(url).transaction(async (tx) => {
      await tx.execute(sql`select 1 from posts`)
      held.resolve()
      await released.promise
    })
    await held.promise
    return () => {
      released.resolve()
      return holding
    }
  }

  async function openHeld() {
    const { url, drop } = await serverDatabase()
    closeLater(drop)
    const db = connect(url)
    await migrateDatabase(db)
    return { url, db, release: await holdPosts(url) }
  }
  const migrationsFolder = () => withLater('alter table posts add column later integer')

  test('waits without blocking anybody, logs it once, and runs when they have finished', async () => {
    const { url, db, release } = await openHeld()
    const { log, lines } = recordingLog()
    const migrating = migrateDatabase(db, log, {
      migrationsFolder: migrationsFolder(),
      lock: 200,
      pauses: [20, 20, 2000],
    })
    let isDone = false
    void migrating.then(() => (isDone = true))

    // With the timeouts of requests, longer than the migration's own lock timeout.
    const visitor = connect(url, { connection: { statement_timeout: 1700, lock_timeout: 1500 } })
    for (let asked = 0; asked < 200 && lines.length === 0; asked++) {
      await visitor.execute(sql`select 1 from posts`)
      await Bun.sleep(10)
    }
    expect(lines).toEqual(['A migration waits until others let go of what it changes'])
    expect(isDone).toBe(false)

    await release()
    await migrating
    expect(lines).toHaveLength(1)
    await visitor.execute(sql`select later from posts`)
  }, 30_000)

  test('fails in one line when they never finish', async () => {
    const { db, release } = await openHeld()
    const migrating = migrateDatabase(db, undefined, {
      migrationsFolder: migrationsFolder(),
      lock: 50,
      pauses: [10, 10],
    })
    expect(await messageOf(migrating)).toBe(
      'StartError: The migration later_0 could not begin: others hold on to what it changes (see pg_stat_activity). The database is as it was before it; start again.',
    )
    await release()
    expect(await messageOf(Promise.resolve(db.execute(sql`select later from posts`)))).toContain('Failed query')
  }, 30_000)
})
