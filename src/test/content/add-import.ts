import type { ImportRow } from '#features/imports/store'
import type { ReadItem } from '#features/imports/reading/reader'
import { importItems, imports } from '#features/imports/table'
import type { Database } from '#platform/db/database'

const mostAtOnce = 200

/** Stores an import as if a file with these contents had been read. */
export async function addImport(
  db: Database,
  file: Pick<ImportRow, 'kind' | 'title' | 'host' | 'found' | 'skipped'>,
  items: readonly ReadItem[],
): Promise<ImportRow> {
  const [row] = await db.insert(imports).values(file).returning()
  for (let at = 0; at < items.length; at += mostAtOnce)
    await db
      .insert(importItems)
      .values(items.slice(at, at + mostAtOnce).map((item) => ({ ...item, importId: row!.id })))
      .onConflictDoNothing()
  return row!
}
