import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { importItems, imports } from '../table'

const prefix = 'import-'
const hour = 3_600_000
const batch = 500

/** What a file unpacked from an archive is called in the store, until the library takes it. */
export const newUnpackedName = (): string => prefix + crypto.randomUUID()

/** Those that were read a month ago and never carried out. */
export const forgetUnrun = (db: Database): Promise<unknown> =>
  db
    .delete(imports)
    .where(and(eq(imports.state, 'read'), isNull(imports.run), lt(imports.createdAt, sql`now() - interval '30 days'`)))

/** Unpacked files that no import waits for any more. */
export async function sweepUnpacked({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  const old: string[] = []
  for await (const { name, keptAt } of files.list())
    if (name.startsWith(prefix) && Date.now() - keptAt > hour) old.push(name)
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
          inArray(file, names),
        ),
      )
    const wanted = new Set(waiting.map((item) => item.file))
    for (const name of names) if (!wanted.has(name)) await files.remove(name)
  }
}
