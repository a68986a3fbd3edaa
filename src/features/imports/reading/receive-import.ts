import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { unavailable, HttpError } from '#contract/http-error'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { collectOldGarbage } from '#platform/garbage-collection'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import type { Services } from '#platform/services'
import type { ImportRead } from '../contract'
import type { ImportPorts } from '../ports'
import { oldPathsOf } from '../run/old-addresses'
import { pathOf } from '../run/import-targets'
import { withEnd } from '#text/urls'
import { toCounts, translateRemarks, type ImportRow } from '../store'
import { type ReadItem, type Remark, type ReadExport, storable, unreadable } from './reader'
import { importItems, imports } from '../table'
import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { type Limits, createTaskPool, entryCommand } from '#platform/child-processes/task-pool'
import type { Received } from '#platform/http/bodies'
import { type importTasks, itemsIn } from './import-tasks'

const MB = 1024 ** 2
/** A JSON of 200 MB needs six times as much. */
const memory = 2048 * MB
/** CPU seconds for any file, and for each further megabyte. */
const seconds = 20
const secondsPerMB = 2
const pieceLength = 256 * 1024

const { run } = createTaskPool<typeof importTasks>({
  command: entryCommand('import-process'),
  idle: 1000,
  // Its CPU time is limited: this is for a machine that is busy with something else.
  longest: 15 * 60_000,
})

/**
 * Reads an uploaded file in a child process, and calls `work` with its items. Unpacked pictures are in `folder`. Throws
 * 422, and 503 at shutdown.
 */
export const withItems = <Result>(
  { config, stopping }: Pick<Services, 'config' | 'stopping'>,
  { withTemporaryPath, largestFile, longestText }: Sizes,
  { path, name }: Pick<Received, 'path' | 'name'>,
  work: (read: ReadFile & { items: AsyncIterable<ReadItem>; folder: string }) => Promise<Result>,
  limits?: Limits,
): Promise<Result> =>
  withTemporaryPath(config, async (folder) => {
    await mkdir(folder)
    const sent = { path, name, folder, largestFile, longestText }
    const read = await run('readFile', [sent], {
      limits: limits ?? (await limitsOf(path)),
      signal: stopping,
    }).catch(refuse)
    return work({ ...read, folder, items: linesOf(itemsIn(folder)) })
  })

const limitsOf = async (path: string): Promise<Limits> => ({
  memory,
  seconds: seconds + secondsPerMB * ((await stat(path)).size / MB),
})

/** `longestText`: characters of a text that the site stores. */
type Sizes = Pick<ImportPorts['library'], 'withTemporaryPath' | 'largestFile'> & { longestText: number }

type ReadFile = Awaited<ReturnType<(typeof importTasks)['readFile']>>

/** The process was ended, because it exceeded its limits, or crashed. */
function refuse(error: unknown): never {
  throw error instanceof HttpError && error.messageId === 'errors.unreadable'
    ? unreadable('validation.importTooExpensive')
    : error
}

async function* linesOf(path: string): AsyncGenerator<ReadItem> {
  let rest = ''
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceLength })) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ReadItem
  }
}

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
        paths.add(withEnd(path))
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
