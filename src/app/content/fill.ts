import { sql } from 'drizzle-orm'
import { hasAdministrator } from '#auth/store'
import type { Database } from '#platform/db/database'
import { system } from '#platform/events/events'
import { foldersIn, readReadable, starterFolder } from '#platform/readable-rows'
import { commitAs, type WriteServices } from '#platform/writes/commit'
import { toSiteContent } from './readable-content'
import { insertContent } from './site-content'
import { contentTables } from './tables'

/** An arbitrary advisory lock key, the same in every process. */
const lockKey = 7_305_114_823

/**
 * Inserts the starter content once, into a database without content and without administrators (who might have deleted
 * it). Of several processes that start at once, one does it.
 */
export async function fillWhenEmpty(services: WriteServices): Promise<void> {
  const parts = foldersIn(starterFolder)
  if (!(await isEmpty(services.db, parts))) return
  const content = toSiteContent(readReadable(starterFolder))
  await commitAs(
    services,
    system,
    (isFilled) => (isFilled ? { kind: 'site', action: 'created', id: null } : undefined),
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
      if (!(await isEmpty(tx, parts))) return false
      await insertContent(tx, content)
      return true
    },
  )
}

async function isEmpty(db: Database, parts: string[]): Promise<boolean> {
  if (await hasAdministrator(db)) return false
  for (const part of parts) {
    const { table } = contentTables[part]!
    const rows = await db
      .select({ one: sql`1` })
      .from(table)
      .limit(1)
    if (rows.length > 0) return false
  }
  return true
}
