import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { isFileName } from '#platform/storage/file-store'
import { leftoversBefore } from '#platform/storage/disk'
import { importItems, imports } from '../table'

const prefix = 'import-'
const batch = 500

/** The name in the store of a file unpacked from an archive, until it is added to the library. */
export const newUnpackedName = (): string => prefix + crypto.randomUUID()

/** Whether it may be such a name, and not that of a file of the library. */
export const isUnpackedName = (name: string): boolean => name.startsWith(prefix) && isFileName(name)

/** Deletes imports that were read a month ago and never run, and those of files whose reading a crash ended. */
export const forgetUnrun = (db: Database): Promise<unknown> => {
  const isOld = sql`${imports.createdAt} < now() - case ${imports.state} when 'failed' then interval '1 hour' else interval '30 days' end`
  return db.delete(imports).where(and(inArray(imports.state, ['read', 'failed']), isNull(imports.run), isOld))
}

/**
 * Deletes unpacked files that no import needs. With an embedded database, which has one process, and a local store those
 * of earlier processes are not needed by imports that were being read.
 */
export async function sweepUnpacked({ config, db, files }: Pick<Services, 'config' | 'db' | 'files'>): Promise<void> {
  const isAlone = config.databaseUrl === undefined && config.bucket === undefined
  const since = leftoversBefore({ isAlone })
  const old: string[] = []
  for await (const { name, keptAt } of files.list()) if (name.startsWith(prefix) && keptAt < since) old.push(name)
  for (let at = 0; at < old.length; at += batch) {
    const names = old.slice(at, at + batch)
    const file = sql<string>`${importItems.payload}->>'file'`
    const waiting = await db
      .select({ file })
      .from(importItems)
      .innerJoin(imports, eq(imports.id, importItems.importId))
      .where(
        and(
          eq(importItems.type, 'media'),
          inArray(importItems.state, ['waiting', 'failed']),
          sql`${imports.state} <> 'undone'`,
          sql`not (${imports.state} = 'failed' and ${imports.run} is null and ${imports.createdAt} < ${new Date(since).toISOString()})`,
          inArray(file, names),
        ),
      )
    const wanted = new Set(waiting.map((item) => item.file))
    for (const name of names) if (!wanted.has(name)) await files.remove(name)
  }
}
