import { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { drizzle as drizzleExternal } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'
import { serverDatabase } from './server-database'

let empty: Promise<File | Blob> | undefined

/** Copying an empty database is much faster than creating one. */
async function makeEmpty(): Promise<File | Blob> {
  const lite = await PGlite.create()
  const made = await lite.dumpDataDir('none')
  await lite.close()
  return made
}

/** Empty databases without migrations, and other resources of a test; they are closed in reverse order. */
export function bareDatabases() {
  const closing: (() => unknown)[] = []

  async function embedded(): Promise<Database> {
    const lite = await PGlite.create({ loadDataDir: await (empty ??= makeEmpty()) })
    closing.push(() => lite.close())
    return drizzleEmbedded(lite, { casing: 'snake_case' })
  }

  async function onServer({ max = 1 } = {}): Promise<Database> {
    const { url, drop } = await serverDatabase()
    closing.push(drop)
    return connect(url, { max })
  }

  function connect(url: string, options: { max?: number; connection?: Record<string, number> } = {}): Database {
    const client = postgres(url, { max: 1, onnotice: () => {}, ...options })
    closing.push(() => client.end({ timeout: 5 }))
    return drizzleExternal(client, { casing: 'snake_case' })
  }

  return {
    embedded,
    onServer,
    connect,
    later: (close: () => unknown) => void closing.push(close),
    async clear() {
      for (const close of closing.splice(0).toReversed()) await close()
    },
  }
}
