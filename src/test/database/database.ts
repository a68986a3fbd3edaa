import { PGlite } from '@electric-sql/pglite'
import { getTableName, sql } from 'drizzle-orm'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzleExternal } from 'drizzle-orm/postgres-js'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { join } from 'node:path'
import postgres from 'postgres'
import { contentTables, passingTables, stayingTables } from '#app/content/tables'
import { type Database, databaseErrorCode } from '#platform/db/database'
import { withPreparedStatements } from '#platform/db/embedded/prepared-statements'
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
  return serverTemplate(migrations.map(({ hash }) => hash).join(), async (url) => {
    const client = connect(url)
    await migrateDatabase(drizzleExternal(client, { casing: 'snake_case' }))
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
  const db = drizzleEmbedded(withPreparedStatements(await PGlite.create()), { casing: 'snake_case' })
  await migrateDatabase(db)
  return db
}

/**
 * Jobs of the last test that still run after its responses hold locks that the truncation waits for, and may wait for
 * its own: the truncation finds that out before they do, is undone, and starts again.
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

/** Only tables that have or had rows: truncating one takes milliseconds, and there are many. */
async function empty(db: Database): Promise<void> {
  const content = Object.values(contentTables).map(({ table }) => table)
  const names = [...content, ...passingTables, ...stayingTables].map(getTableName)
  const filled = names.map((name) => `select '${name}' as name where exists (select from "${name}")`)
  const counting = `select relname as name from pg_sequences
    join pg_depend on objid = (quote_ident(schemaname) || '.' || quote_ident(sequencename))::regclass and deptype in ('a', 'i')
    join pg_class on pg_class.oid = refobjid where last_value is not null`
  const used = await db
    .select({ name: sql<string>`name` })
    .from(sql.raw(`(${[...filled, counting].join(' union ')}) as used`))
  const found = used.map(({ name }) => name).filter((name) => names.includes(name))
  if (found.length > 0)
    await db.execute(sql.raw(`truncate ${found.map((name) => `"${name}"`).join(', ')} restart identity cascade`))
}
