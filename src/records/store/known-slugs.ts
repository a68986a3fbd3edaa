import { readWhenWritten } from '#platform/cache/read-when-written'
import type { Services } from '#platform/services'
import type { RecordKind } from '#records/kind/record'
import { takenSlugs } from '#records/slugs'
import type { RecordTable } from './rows'

/**
 * Whether a record of a kind is called so in some language, be it live or not, from memory: a flood of names that nobody
 * has asks the database nothing. While it is away and nothing is known yet, any name may be one.
 */
export const knownSlugs =
  ({ name }: Pick<RecordKind, 'name'>, table: RecordTable) =>
  ({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>) => {
    const known = readWhenWritten<ReadonlySet<string> | undefined>(cacheTags, [name], undefined, async () => {
      return takenSlugs(db, table)
    })
    return async (slug: string): Promise<boolean> => (await known())?.has(slug) ?? true
  }
