import { PGlite } from '@electric-sql/pglite'
import { getTableName, sql } from 'drizzle-orm'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzleExternal } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { contentTables, passingTables } from '#app/content/tables'
import type { Database } from '#base/db/database'
import { migrateDatabase } from '#base/db/migrate'

export type TestDatabase = {
  db: Database
  /** Empties every table. */
  reset(): Promise<void>
  close(): Promise<void>
}

/**
 * A migrated, empty database: a new one of the server that TEST_DATABASE_URL names, else the embedded one that all
 * tests of a process share.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL
  return server ? onServer(server) : embedded()
}

async function onServer(server: string): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const client = postgres(Object.assign(new URL(server), { pathname: `/${name}` }).href, {
    max: 10,
    onnotice: () => {},
  })
  const db = drizzleExternal(client, { casing: 'snake_case' })
  await migrateDatabase(db)
  return {
    db,
    reset: () => empty(db),
    async close() {
      await client.end({ timeout: 5 })
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = postgres(server, { max: 1, onnotice: () => {} })
  try {
    await client.unsafe(statement)
  } finally {
    await client.end({ timeout: 5 })
  }
}

async function embedded(): Promise<TestDatabase> {
  sharedEmbedded ??= openEmbedded()
  const db = await sharedEmbedded
  await empty(db)
  return { db, reset: () => empty(db), close: async () => {} }
}

let sharedEmbedded: Promise<Database> | undefined

async function openEmbedded(): Promise<Database> {
  const db = drizzleEmbedded(await PGlite.create(), { casing: 'snake_case' })
  await migrateDatabase(db)
  return db
}

async function empty(db: Database): Promise<void> {
  const names = [...Object.values(contentTables).map(({ table }) => table), ...passingTables]
    .map((table) => `"${getTableName(table)}"`)
    .join(', ')
  await db.execute(sql.raw(`truncate ${names} restart identity cascade`))
}
