import { PGlite } from '@electric-sql/pglite'
import { getTableName, sql } from 'drizzle-orm'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzleExternal } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { contentTables, passingTables, stayingTables } from '#app/content/tables'
import type { Database } from '#platform/db/database'
import { withPreparedStatements } from '#platform/db/embedded/prepared-statements'
import { migrateDatabase } from '#platform/db/migrate'

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
    // As the product connects: then the driver knows no types of arrays.
    fetch_types: false,
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
  const db = drizzleEmbedded(withPreparedStatements(await PGlite.create()), { casing: 'snake_case' })
  await migrateDatabase(db)
  return db
}

/** Only what holds or has held something: to empty one table takes milliseconds, and there are many. */
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
