import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'

/** The server of TEST_DATABASE_URL; tests that need one are skipped without it. */
export const testServer = process.env.TEST_DATABASE_URL

export type ServerDatabase = { url: string; drop(): Promise<void> }

/** A new database on the test server: empty, or a copy of another one; `options` of CREATE DATABASE, such as a locale. */
export async function serverDatabase(template?: string, options = ''): Promise<ServerDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer((client) =>
    client.unsafe(`create database ${name}${template ? ` template ${template}` : ''} ${options}`),
  )
  return {
    url: Object.assign(new URL(testServer ?? ''), { pathname: `/${name}` }).href,
    drop: () => administer((client) => client.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

/**
 * The name of a template database filled by `make`, which all test processes copy; it stays on the server. `content`
 * identifies its content.
 */
export async function serverTemplate(content: string, make: (url: string) => Promise<void>): Promise<string> {
  const name = `test_template_${Bun.hash(content).toString(36)}`
  await administer(async (client) => {
    await client`select pg_advisory_lock(hashtext(${name}))`
    const known = await client`select from pg_database where datname = ${name}`
    if (known.length > 0) return
    const { url } = await serverDatabase()
    await make(url)
    await client.unsafe(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
  })
  return name
}

/** How many transactions wait for a lock of another one. */
export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count ?? 0
}

async function administer(work: (client: postgres.Sql) => Promise<unknown>): Promise<void> {
  if (!testServer) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const client = postgres(testServer, { max: 1, onnotice: () => {} })
  try {
    await work(client)
  } finally {
    await client.end({ timeout: 5 })
  }
}
