import { sql } from 'drizzle-orm'
import { readWhenWritten } from '#platform/cache/read-when-written'
import type { Services } from '#platform/services'
import type { RecordKind } from '#records/kind/record'
import { slugsIn } from '#records/slugs'
import type { RecordTable } from './rows'

/**
 * Whether a record of a kind is called so in some language, be it live or not, from memory: a flood of names that nobody
 * has asks the database nothing. While it is away and nothing is known yet, any name may be one.
 */
export const knownSlugs =
  ({ name }: Pick<RecordKind, 'name'>, table: RecordTable) =>
  ({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>) => {
    const known = readWhenWritten<ReadonlySet<string> | undefined>(cacheTags, [name], undefined, async () => {
      const names = sql.join([table.slug, ...slugsIn(table)], sql`, `)
      const rows = await db.select({ names: sql<string[]>`array_remove(array[${names}], null)` }).from(table)
      return new Set(rows.flatMap((row) => row.names))
    })
    return async (slug: string): Promise<boolean> => (await known())?.has(slug) ?? true
  }
