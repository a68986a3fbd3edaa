import { cachedReadWithFallback } from '#platform/cache/cached-read-with-fallback'
import type { Services } from '#platform/services'
import type { RecordKind } from '#records/kind/record'
import { takenSlugs } from '#records/slugs'
import type { RecordTable } from './rows'

/**
 * Whether any record of a kind, public or not, has this slug in some language. Answers from memory, so that a flood of
 * unknown names causes no queries. While the database is unreachable and nothing is loaded, every name may exist.
 */
export const knownSlugs =
  ({ name }: Pick<RecordKind, 'name'>, table: RecordTable) =>
  ({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>) => {
    const known = cachedReadWithFallback<ReadonlySet<string> | undefined>(cacheTags, [name], undefined, async () => {
      return takenSlugs(db, table)
    })
    return async (slug: string): Promise<boolean> => (await known())?.has(slug) ?? true
  }
