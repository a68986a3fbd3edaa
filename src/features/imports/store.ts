import { and, asc, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Language } from '#i18n/language'
import { isMessageId, translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Import, ImportCounts, ImportEntry, ImportRun } from './contract'
import type { Payload } from './payload'
import { importItems, type ImportItemType, imports, type Remark } from './table'

export type ImportRow = typeof imports.$inferSelect
export type ImportItem = typeof importItems.$inferSelect

export const recordTypes = ['post', 'page', 'project'] as const satisfies readonly ImportItemType[]
export type RecordType = (typeof recordTypes)[number]

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
type ReadFile = Pick<ImportRow, 'kind' | 'title' | 'host' | 'found' | 'skipped'>

/** Keeps what was read of a file, until somebody carries it out. */
export async function addImport(tx: Database, file: ReadFile, items: readonly ReadItem[]): Promise<ImportRow> {
  const [row] = await tx.insert(imports).values(file).returning()
  for (let at = 0; at < items.length; at += mostAtOnce)
    await tx
      .insert(importItems)
      .values(items.slice(at, at + mostAtOnce).map((item) => ({ ...item, importId: row!.id })))
      .onConflictDoNothing()
  return row!
}

const mostAtOnce = 200

type Beginning = { run: ImportRun; origin: string; user?: { id: number; username: string } }

/** Throws 404, and 409 for one that was begun. */
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

/** The pictures that could not be had are to be tried again. Throws 404, and 409 for what is not done. */
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

/** The types that are wanted, in the order in which they are made. */
export const wantedTypes = (run: ImportRun | null): ImportItemType[] => [
  ...(run?.media === false ? [] : (['media'] as const)),
  ...recordTypes,
  ...(run?.redirects === false ? [] : (['redirect'] as const)),
]

const mostTold = 1000

export async function toImport(db: Database, row: ImportRow, language: Language): Promise<Import> {
  const wanted = wantedTypes(row.run)
  const counted = await db
    .select({ type: importItems.type, state: importItems.state, count: sql<number>`count(*)::int` })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.type, wanted)))
    .groupBy(importItems.type, importItems.state)
  const failed = await db
    .select({ title: importItems.title, why: importItems.why })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), eq(importItems.state, 'failed'), inArray(importItems.type, wanted)))
    .orderBy(asc(importItems.id))
    .limit(mostTold)
  const sum = (fits: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(fits).reduce((all, { count }) => all + count, 0)
  const made = (...types: ImportItemType[]) => sum(({ type, state }) => state === 'made' && types.includes(type))
  const created: ImportCounts = {
    posts: made('post', 'project'),
    pages: made('page'),
    media: made('media'),
    redirects: made('redirect'),
  }
  const { id, kind, state, found, skipped } = row
  return {
    id,
    kind,
    state,
    done: sum((one) => one.state !== 'waiting'),
    total: sum(() => true),
    found,
    created,
    skipped: translateRemarks(skipped, language),
    failed: translateRemarks(
      failed.map(({ title, why }) => ({ title, why: why ?? 'other' })),
      language,
    ),
  }
}

/** In words; what is no id of a text is told as it is. */
export const translateRemarks = (remarks: readonly Remark[], language: Language): { title: string; why: string }[] =>
  remarks.map(({ title, why, values }) => {
    const id = [`import.why.${why}`, why].find(isMessageId)
    return { title, why: id && isMessageId(id) ? translate(language, id, values) : why }
  })

export async function addRemarks(tx: Database, id: number, remarks: readonly Remark[]): Promise<void> {
  if (remarks.length === 0) return
  await tx
    .update(imports)
    .set({ skipped: sql`${imports.skipped} || ${JSON.stringify(remarks)}::jsonb` })
    .where(eq(imports.id, id))
}

/** Seconds after which a process that says nothing is gone; of an embedded database there is one process. */
const silence = ({ databaseUrl }: Pick<Config, 'databaseUrl'>) =>
  sql`now() - make_interval(secs => ${databaseUrl === undefined ? 0 : 15})`

/** Those that run and that nobody carries out. */
export const abandonedImports = (db: Database, config: Pick<Config, 'databaseUrl'>): Promise<{ id: number }[]> =>
  db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.state, 'running'), isFree(config)))
    .orderBy(imports.id)

const isFree = (config: Pick<Config, 'databaseUrl'>) =>
  or(sql`${imports.holder} is null`, sql`${imports.aliveAt} < ${silence(config)}`)

/** For one process at a time; undefined where another has it, or where it is in none of these states. */
export async function claimImport(
  db: Database,
  config: Pick<Config, 'databaseUrl'>,
  { id, holder, states }: { id: number; holder: string; states: ImportRow['state'][] },
): Promise<ImportRow | undefined> {
  const [row] = await db
    .update(imports)
    .set({ holder, aliveAt: sql`now()` })
    .where(and(eq(imports.id, id), inArray(imports.state, states), isFree(config)))
    .returning()
  return row
}

/** Whether it is still this holder's. */
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
  after: number
  limit: number
  languages?: ImportItem['language'][]
}

/** The next of some types after one of them, in the order in which they were read. */
export const itemsAfter = (
  db: Database,
  importId: number,
  { types, state, after, limit, languages }: Sought,
): Promise<ImportItem[]> =>
  db
    .select()
    .from(importItems)
    .where(
      and(
        eq(importItems.importId, importId),
        inArray(importItems.type, types),
        eq(importItems.state, state),
        gt(importItems.id, after),
        languages && inArray(importItems.language, languages),
      ),
    )
    .orderBy(asc(importItems.id))
    .limit(limit)

/** The item itself, for this transaction alone, while it is still in that state. */
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
