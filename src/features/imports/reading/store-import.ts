import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { unavailable } from '#contract/http-error'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { collectOldGarbage } from '#platform/garbage-collection'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import type { Services } from '#platform/services'
import type { ImportRead } from '../contract'
import type { ImportPorts } from '../ports'
import { oldPathsOf, withSlash } from '../run/old-addresses'
import { pathOf } from '../run/import-targets'
import { toCounts, translateRemarks } from '../import-state'
import type { ImportRow, ReadItem } from '../store'
import { importItems, imports, type Remark } from '../table'
import type { ReadExport } from './reader'
import { storable } from './storable'

const batch = 100

/** While a file is read its import is `failed`, which is also its state after a crash, until a job deletes it. */
export async function beginReading(db: Database, file: Pick<ImportRow, 'kind' | 'title' | 'host'>): Promise<ImportRow> {
  const [row] = await db
    .insert(imports)
    .values({ ...storable(file), found: toCounts([]), state: 'failed' })
    .returning()
  return row!
}

/** Stores the items as they are read, and counts the old paths that will redirect to their records. */
export async function storeItems(
  { db, files, stopping }: Pick<Services, 'db' | 'files' | 'stopping'>,
  row: ImportRow,
  items: ReadExport['items'],
  { ports, folder }: { ports: Pick<ImportPorts, 'records'>; folder: string },
): Promise<number> {
  const paths = new Set<string>()
  let some: ReadItem[] = []
  const store = async () => {
    if (stopping.aborted) throw unavailable(stopping.reason)
    if (some.length > 0)
      await db
        .insert(importItems)
        .values(some.map((item) => ({ ...item, importId: row.id })))
        .onConflictDoNothing()
    some = []
    collectOldGarbage()
  }
  for await (const item of items) {
    if (hasRunLong()) await yieldToEventLoop()
    if ('file' in item.payload && item.payload.file !== undefined)
      await files.keep(item.payload.file, join(folder, item.payload.file))
    if ('paths' in item.payload)
      for (const path of oldPathsOf(
        row,
        item.payload.paths,
        pathOf(ports, { type: item.type, slug: item.payload.slug }),
      ))
        paths.add(withSlash(path))
    some.push(item)
    if (some.length === batch) await store()
  }
  await store()
  return paths.size
}

/** From now on it can be run. */
export async function endReading(
  tx: Database,
  { id, redirects, skipped }: { id: number; redirects: number; skipped: Remark[] },
  language: Language,
): Promise<ImportRead> {
  const counted = await tx
    .select({ type: importItems.type, count: sql<number>`count(distinct ${importItems.key})::int` })
    .from(importItems)
    .where(eq(importItems.importId, id))
    .groupBy(importItems.type)
  const found = toCounts([...counted, { type: 'redirect', count: redirects }])
  const [row] = await tx
    .update(imports)
    .set({ state: 'read', found, skipped: storable(skipped) })
    .where(eq(imports.id, id))
    .returning()
  return { id, kind: row!.kind, found, skipped: translateRemarks(row!.skipped, language) }
}

export const dropImport = async (db: Database, id: number): Promise<void> =>
  void (await db.delete(imports).where(eq(imports.id, id)))
