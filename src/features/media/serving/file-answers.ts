import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { readMediaPath } from '#features/media/paths'
import { media } from '#features/media/table'

/** Ids per query. */
const chunk = 5000

/** The statuses of those paths that are the library's, queried together without reading any file. */
export async function fileAnswers(db: Database, paths: readonly string[]): Promise<Map<string, 200 | 404>> {
  const asked = paths.flatMap((path) => {
    const item = readMediaPath(path)
    return item ? [{ path, ...item }] : []
  })
  const ids = [...new Set(asked.map(({ id }) => id))]
  const names = new Map<number, string>()
  for (let from = 0; from < ids.length; from += chunk) {
    const rows = await db
      .select({ id: media.id, name: media.addressName })
      .from(media)
      .where(and(inArray(media.id, ids.slice(from, from + chunk)), isNull(media.trashedAt)))
    for (const { id, name } of rows) names.set(id, name)
  }
  return new Map(asked.map(({ path, id, name }) => [path, names.get(id) === name ? 200 : 404]))
}
