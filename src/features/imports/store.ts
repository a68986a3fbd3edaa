import { and, asc, desc, eq, gt, inArray, isNotNull, ne, or, type SQL, sql, isNull } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { type Lease, leasedRows } from '#platform/jobs/leased-rows'
import { collectOldGarbage } from '#platform/garbage-collection'
import type { Services } from '#platform/services'
import { leftoversBefore } from '#platform/storage/disk'
import type { ImportEntry, ImportRun, Import, ImportCounts } from './contract'
import { importItems, imports } from './table'
import { isUnpackedName, type Remark } from './reading/reader'
import { type ImportItemType, recordTypes } from './format'
import { isMessageId, translate } from '#i18n/translate'

export type ImportRow = typeof imports.$inferSelect
export type ImportItem = typeof importItems.$inferSelect

/** Throws 404. */
export async function findImport(db: Database, id: number): Promise<ImportRow> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  if (!row) throw notFound('import')
  return row
}

const mostListed = 100

export const listImports = (db: Database): Promise<ImportEntry[]> => {
  const { id, kind, state, found, title, createdAt } = imports
  return db
    .select({ id, kind, state, found, title, createdAt })
    .from(imports)
    .where(or(ne(state, 'failed'), isNotNull(imports.run)))
    .orderBy(desc(imports.id))
    .limit(mostListed)
}

const mostFailed = 1000

export async function toImport(db: Database, row: ImportRow, language: Language): Promise<Import> {
  const wanted = wantedTypes(row.run)
  // Records that were on the site before; those that got a translation have a version.
  const unchanged = sql<number>`(count(distinct ${importItems.recordId}) filter (where ${importItems.version} is null))::int`
  const counted = await db
    .select({ type: importItems.type, state: importItems.state, count: sql<number>`count(*)::int`, unchanged })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.type, wanted)))
    .groupBy(importItems.type, importItems.state)
  const failed = await db
    .select({ title: importItems.title, why: importItems.why })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), eq(importItems.state, 'failed'), inArray(importItems.type, wanted)))
    .orderBy(asc(importItems.id))
    .limit(mostFailed)
  const sum = (fits: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(fits).reduce((all, { count }) => all + count, 0)
  const { id, kind, state, found, skipped } = row
  return {
    id,
    kind,
    state,
    done: sum((one) => one.state !== 'waiting'),
    total: sum(() => true),
    found,
    created: toCounts(counted.filter((one) => one.state === 'made')),
    there: counted
      .filter((one) => one.state === 'there' && one.type !== 'media' && one.type !== 'redirect')
      .reduce((all, one) => all + one.unchanged, 0),
    skipped: translateRemarks(skipped, language),
    failed: translateRemarks(
      failed.map(({ title, why }) => ({ title, why: why ?? 'other' })),
      language,
    ),
    failedMedia: sum(({ type, state: of }) => type === 'media' && of === 'failed'),
  }
}

export function toCounts(counted: readonly { type: ImportItemType; count: number }[]): ImportCounts {
  const of = (...types: ImportItemType[]) =>
    counted.reduce((sum, { type, count }) => sum + (types.includes(type) ? count : 0), 0)
  return {
    posts: of(...recordTypes.filter((type) => type !== 'page')),
    pages: of('page'),
    media: of('media'),
    redirects: of('redirect'),
  }
}

/** Translates remarks; an unknown message id is shown unchanged. */
export const translateRemarks = (remarks: readonly Remark[], language: Language): { title: string; why: string }[] =>
  remarks.map(({ title, why, values }) => {
    const id = [`import.why.${why}`, why].find(isMessageId)
    return { title, why: id && isMessageId(id) ? translate(language, id, values) : why }
  })

type Beginning = { run: ImportRun; origin: string; user?: { id: number; username: string } }

/** Throws 404, and 409 if it was started already. */
export async function beginImport(tx: Database, id: number, { run, origin, user }: Beginning): Promise<ImportRow> {
  await findImport(tx, id)
  const [row] = await tx
    .update(imports)
    .set({ state: 'running', run, origin, userId: user?.id, username: user?.username, holder: null })
    .where(and(eq(imports.id, id), eq(imports.state, 'read')))
    .returning()
  if (!row) throw conflict('errors.importBegun')
  return row
}

/** Marks failed pictures for a retry. Throws 404, and 409 unless it is done. */
export async function retryPictures(tx: Database, id: number): Promise<ImportRow> {
  await findImport(tx, id)
  const [row] = await tx
    .update(imports)
    .set({ state: 'running', run: sql`${imports.run} || '{"media":true}'::jsonb`, holder: null })
    .where(and(eq(imports.id, id), inArray(imports.state, ['done', 'failed'])))
    .returning()
  if (!row) throw conflict('errors.importNotDone')
  await tx
    .update(importItems)
    .set({ state: 'waiting', why: null })
    .where(and(eq(importItems.importId, id), eq(importItems.type, 'media'), eq(importItems.state, 'failed')))
  return row
}

/** The selected types, in the order of creation. */
export const wantedTypes = (run: ImportRun | null): ImportItemType[] => [
  ...(run?.media === false ? [] : (['media'] as const)),
  ...recordTypes,
  ...(run?.redirects === false ? [] : (['redirect'] as const)),
]

export async function addRemarks(tx: Database, id: number, remarks: readonly Remark[]): Promise<void> {
  if (remarks.length === 0) return
  await tx
    .update(imports)
    .set({ skipped: sql`${imports.skipped} || ${JSON.stringify(remarks)}::jsonb` })
    .where(eq(imports.id, id))
}

/** The imports that were started and are not done. */
export const runningImports = leasedRows({
  table: imports,
  isOpen: eq(imports.state, 'running'),
  lease: { seconds: 15, renewedAt: 'aliveAt' },
  claimedBy: 'holder',
  changed: ({ id }) => ({ kind: 'import', action: 'updated', id }),
})

export type ImportLease = Lease<typeof imports>

type Sought = { types: ImportItemType[]; state: ImportItem['state']; limit: number; where?: SQL }

/**
 * The items of some types in batches, type by type in the order in which they were read, as long as `isRunning`. For several
 * types at once the database would sort all of them for each batch.
 */
export async function* itemBatches(
  db: Database,
  importId: number,
  { types, state, limit, where }: Sought,
  isRunning: () => boolean = () => true,
): AsyncGenerator<ImportItem[]> {
  for (const type of types)
    for (let after = 0; isRunning();) {
      const items = await db
        .select()
        .from(importItems)
        .where(
          and(
            eq(importItems.importId, importId),
            eq(importItems.type, type),
            eq(importItems.state, state),
            gt(importItems.id, after),
            where,
          ),
        )
        .orderBy(asc(importItems.id))
        .limit(limit)
      if (items.length === 0) break
      yield items
      collectOldGarbage()
      after = items.at(-1)!.id
    }
}

/** Locks an item for this transaction, if it is still in that state. */
export async function lockItem(tx: Database, id: number, state: ImportItem['state']): Promise<ImportItem | undefined> {
  const [item] = await tx
    .select()
    .from(importItems)
    .where(and(eq(importItems.id, id), eq(importItems.state, state)))
    .for('update')
  return item
}

export async function markItem(
  tx: Database,
  id: number,
  set: Partial<Pick<ImportItem, 'state' | 'slug' | 'recordId' | 'version' | 'why' | 'lacks'>>,
): Promise<void> {
  await tx.update(importItems).set(set).where(eq(importItems.id, id))
}

/** Deletes imports that were read a month ago and never run, and those of files whose reading a crash ended. */
export const forgetUnrun = (db: Database): Promise<unknown> => {
  const isOld = sql`${imports.createdAt} < now() - case ${imports.state} when 'failed' then interval '1 hour' else interval '30 days' end`
  return db.delete(imports).where(and(inArray(imports.state, ['read', 'failed']), isNull(imports.run), isOld))
}

const namesAtOnce = 500

/**
 * Deletes unpacked files that no import needs. With an embedded database, which has one process, and a local store those
 * of earlier processes are not needed by imports that were being read.
 */
export async function sweepUnpacked({ config, db, files }: Pick<Services, 'config' | 'db' | 'files'>): Promise<void> {
  const isAlone = config.databaseUrl === undefined && config.bucket === undefined
  const since = leftoversBefore({ isAlone })
  const old: string[] = []
  for await (const { name, keptAt } of files.list()) if (isUnpackedName(name) && keptAt < since) old.push(name)
  for (let at = 0; at < old.length; at += namesAtOnce) {
    const names = old.slice(at, at + namesAtOnce)
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
