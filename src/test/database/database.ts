import { PGlite } from '@electric-sql/pglite'
import { getTableName, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzleExternal } from 'drizzle-orm/postgres-js'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { join } from 'node:path'
import postgres from 'postgres'
import { contentTables, passingTables, stayingTables } from '#app/content/site-content'
import { type Database, databaseErrorCode } from '#platform/db/database'
import { withPreparedStatements } from '#platform/db/embedded/statements'
import { migrateDatabase } from '#platform/db/migrate'
import { serverDatabase, serverTemplate, testServer } from './server-database'

export type TestDatabase = {
  db: Database
  /** Empties every table. */
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * A migrated, empty database: a new one on the server of TEST_DATABASE_URL, otherwise the embedded one that all tests
 * of a process share.
 */
export async function testDatabase(): Promise<TestDatabase> {
  return testServer ? onServer() : embedded()
}

async function onServer(): Promise<TestDatabase> {
  const { url, drop } = await serverDatabase(await (template ??= makeTemplate()))
  const client = connect(url)
  const db = drizzleExternal(client, { casing: 'snake_case' })
  return {
    db,
    reset: () => emptyBesideJobs(db),
    async close() {
      await client.end({ timeout: 5 })
      await drop()
    },
  }
}

/** A migrated database of its own on the server of TEST_DATABASE_URL, in another locale. */
export async function databaseInLocale(options: string): Promise<TestDatabase> {
  const { url, drop } = await serverDatabase('template0', options)
  const client = connect(url)
  const db = drizzleExternal(client, { casing: 'snake_case' })
  await migrateDatabase(db)
  await client.unsafe(emptyTables)
  return {
    db,
    reset: () => emptyBesideJobs(db),
    async close() {
      await client.end({ timeout: 5 })
      await drop()
    },
  }
}

let template: Promise<string> | undefined

/** Copying a migrated database takes a third of the time of migrating one. */
function makeTemplate(): Promise<string> {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dir, '../../../drizzle') })
  return serverTemplate(migrations.map(({ hash }) => hash).join() + emptyTables, async (url) => {
    const client = connect(url)
    await migrateDatabase(drizzleExternal(client, { casing: 'snake_case' }))
    await client.unsafe(emptyTables)
    await client.end({ timeout: 5 })
  })
}

const connect = (url: string) =>
  postgres(url, {
    max: 10,
    // Like the product's connections: the driver then knows no array types.
    fetch_types: false,
    onnotice: () => {},
  })

async function embedded(): Promise<TestDatabase> {
  sharedEmbedded ??= openEmbedded()
  const db = await sharedEmbedded
  await empty(db)
  return { db, reset: () => empty(db), close: async () => {} }
}

let sharedEmbedded: Promise<Database> | undefined

async function openEmbedded(): Promise<Database> {
  const client = await PGlite.create()
  const db = drizzleEmbedded(withPreparedStatements(client), { casing: 'snake_case' })
  await migrateDatabase(db)
  await client.exec(emptyTables)
  return db
}

/**
 * Jobs of the last test that still run after its responses hold locks that the emptying waits for, and may wait for its
 * own: it finds that out before they do, is undone, and starts again.
 */
async function emptyBesideJobs(db: Database): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql`set local deadlock_timeout = '20ms'`)
        await empty(tx)
      })
    } catch (error) {
      if (databaseErrorCode(error) !== '40P01' || tries === 20) throw error
    }
  }
}

async function empty(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute(sql`select testing.empty_tables()`)
}

const tables = [...Object.values(contentTables).map(({ table }) => table), ...passingTables, ...stayingTables]
const names = byReference(tables).map((table) => `"${getTableName(table)}"`)

/**
 * A function of the test database. Truncating a table takes milliseconds and invalidates the plans of its queries, so
 * only tables that have grown large are truncated.
 */
const emptyTables = `
  create schema testing;
  create function testing.empty_tables() returns void language plpgsql as $$
  begin
    lock table ${names.join(', ')} in access exclusive mode;
    ${names
      .map(
        (name) => `
    if pg_relation_size('${name}') > 65536 then truncate ${name} cascade;
    elsif pg_relation_size('${name}') > 0 then delete from ${name};
    end if;`,
      )
      .join('')}
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence join pg_class on pg_class.oid = seqrelid
      where relnamespace = 'public'::regnamespace and pg_sequence_last_value(seqrelid) is not null;
  end
  $$`

/** Tables that refer to others come before them. */
function byReference(these: readonly PgTable[]): PgTable[] {
  const isReferring = (table: PgTable, to: PgTable) =>
    getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === to)
  const left = new Set(these)
  const ordered: PgTable[] = []
  while (left.size > 0) {
    const next = [...left].find((to) => [...left].every((table) => table === to || !isReferring(table, to)))
    if (!next) throw new Error('Tables refer to each other in a circle')
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}
