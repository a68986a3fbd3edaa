import { and, asc, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import { collectOldGarbage } from '#platform/garbage-collection'
import type { ImportEntry, ImportRun } from './contract'
import type { Payload } from './payload'
import { importItems, imports, type Remark } from './table'
import { type ImportItemType, recordTypes } from './format'

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

export type ReadItem = { type: ImportItemType; key: string; title: string; language?: Language; payload: Payload }

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

/** How long a process may send no heartbeat before it counts as gone; an embedded database has a single process. */
const silence = ({ databaseUrl }: Pick<Config, 'databaseUrl'>) =>
  sql`make_interval(secs => ${databaseUrl === undefined ? 0 : 15})`

/** Running imports without a live process. */
export const abandonedImports = (db: Database, config: Pick<Config, 'databaseUrl'>): Promise<{ id: number }[]> =>
  db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'running'), isFree(config)))
    .orderBy(imports.id)

const isFree = (config: Pick<Config, 'databaseUrl'>) =>
  or(sql`${imports.holder} is null`, sql`${imports.aliveAt} < now() - ${silence(config)}`)

/** Milliseconds until a running import has no live process; Infinity if none is running. */
export const untilAbandoned = (db: Database, config: Pick<Config, 'databaseUrl'>): Promise<number> =>
  untilEarliest(db, imports, {
    moment: sql`case when ${imports.holder} is null then now() else ${imports.aliveAt} + ${silence(config)} end`,
    where: eq(imports.state, 'running'),
  })

type Claim = { id: number; holder: string; states: ImportRow['state'][] }

/** Claims an import for one process; undefined if another has it, or if it is in none of these states. */
export async function claimImport(
  db: Database,
  config: Pick<Config, 'databaseUrl'>,
  { id, holder, states }: Claim,
): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(imports)
    .set({ holder, aliveAt: sql`now()` })
    .where(and(eq(imports.id, id), inArray(imports.state, states), isFree(config)))
    .returning()
  return row
}

/** Claims a running import, unless any is being carried out: two of the same file would create everything twice. */
export const claimNext = (
  db: Database,
  config: Pick<Config, 'databaseUrl'>,
  claim: Omit<Claim, 'states'>,
): Promise<ImportRow | undefined> =>
  db.transaction(async (tx) => {
    // Locked in one order, so that of two claims one waits for the other and sees its holder.
    const running = await tx
      .select({ isFree: sql<boolean>`${isFree(config)}` })
      .from(imports)
      .where(eq(imports.state, 'running'))
      .orderBy(imports.id)
      .for('update')
    return running.every((one) => one.isFree) ? claimImport(tx, config, { ...claim, states: ['running'] }) : undefined
  })

/** Whether this holder still has the lease. */
export async function renewImportLease(db: Database, id: number, holder: string): Promise<boolean> {
  const rows = await db
    .update(imports)
    .set({ aliveAt: sql`now()` })
    .where(and(eq(imports.id, id), eq(imports.holder, holder)))
    .returning({ id: imports.id })
  return rows.length > 0
}

export async function leaveImport(
  db: Database,
  { id, holder }: { id: number; holder: string },
  state?: ImportRow['state'],
): Promise<void> {
  await db
    .update(imports)
    .set({ holder: null, ...(state ? { state } : {}) })
    .where(and(eq(imports.id, id), eq(imports.holder, holder)))
}

type Sought = {
  types: ImportItemType[]
  state: ImportItem['state']
  limit: number
  languages?: ImportItem['language'][]
}

/**
 * The items of some types in batches, type by type in the order in which they were read, as long as `isRunning`. For several
 * types at once the database would sort all of them for each batch.
 */
export async function* itemBatches(
  db: Database,
  importId: number,
  { types, state, limit, languages }: Sought,
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
            languages && inArray(importItems.language, languages),
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
