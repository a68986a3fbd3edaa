import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Actor, system, type Transaction } from '#platform/events/events'
import { emitChanges, withChanges } from '#platform/events/changes'
import { defaultLanguage, otherLanguages } from '#i18n/language'
import type { Services } from '#platform/services'
import { HttpError } from '#contract/http-error'
import { inLanguage } from '#i18n/addresses/href'
import { commitWork } from '#platform/writes/commit'
import { findDraft } from '#records/history/drafts'
import { recordBody } from '#records/kind/body'
import { changeTexts } from '#text/change-texts'
import {
  abandonedImports,
  claimImport,
  claimNext,
  type ImportItem,
  type ImportRow,
  itemBatches,
  renewImportLease,
  leaveImport,
  wantedTypes,
  lockItem,
  markItem,
} from '../store'
import type { ImportPorts } from '../ports'
import { type ImportItemType, recordTypes, type RecordType } from '../format'
import type { ImportedRedirect } from '../payload'
import { importItems } from '../table'
import { isForAll, attempt, whyOf } from './attempt'
import { makeRecord } from './make-record'
import { loadImportTargets, targetKey } from './import-targets'
import { planImport } from './plan'
import { picturesAtOnce, removeTakenFiles, takePicture } from './take-picture'
import { type ImportContext, recordOf, omitFromActivity } from './import-context'
import { baseOf, oldKeys } from './old-addresses'
import { builtInPicture, pictureAt, rewriteHtml } from './rewrite'

/**
 * Redirects old paths to the created records. An error is stored with the item. In batches, because after each write
 * all redirects are read again by the next look-up.
 */
async function makeRedirects(
  services: Services,
  items: readonly ImportItem[],
  context: ImportContext,
  isRunning: () => boolean,
): Promise<void> {
  const wanted: Wanted[] = []
  for (const item of items) {
    const read = readItem(item, context)
    if (!isRunning()) return
    if ('fault' in read) await markItem(services.db, item.id, { state: 'failed', why: read.fault || 'other' })
    // Before the transaction, because it reads the site.
    else wanted.push({ item, ...read, isPage: await services.isPage(read.from, context.row.origin) })
  }
  try {
    await addAll(services, wanted, context)
  } catch {
    for (const one of wanted) await attempt(services, one.item, () => addAll(services, [one], context))
  }
}

type Wanted = { item: ImportItem; from: string; to: string; isPage: boolean }

function readItem(item: ImportItem, { row, targets, ports }: ImportContext) {
  const redirect = item.payload as ImportedRedirect
  const { from, to, key, language } = redirect
  // Those of the file itself have no language.
  const record = targets.byKey.get(targetKey(redirect)) ?? targets.byKey.get(key ?? '')
  const target = to ?? (record && inLanguage(record, language ?? row.run!.language))
  return target === undefined ? { fault: 'target' } : ports.redirects.read(from, target)
}

const addAll = (services: Services, wanted: readonly Wanted[], context: ImportContext): Promise<void> =>
  commitWork(services, context.actor, async (tx) => {
    for (const one of wanted) if (await lockItem(tx, one.item.id, 'waiting')) await add(tx, one, context)
  })

async function add(tx: Transaction, { item, from, to, isPage }: Wanted, { row, ports }: ImportContext): Promise<void> {
  try {
    const id = await ports.redirects.add(tx, { from, to }, { origin: row.origin, isPage })
    await markItem(tx, item.id, { state: id === undefined ? 'there' : 'made', recordId: id ?? null, why: null })
  } catch (error) {
    // It was refused before anything was written.
    if (!(error instanceof HttpError) || ![409, 422].includes(error.status)) throw error
    await markItem(tx, item.id, { state: 'failed', why: whyOf(error) })
  }
}

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 2000
const batch = 25
/** Pause after each record, as a share of its duration, for requests. */
const share = 0.5
/** The same for redirects, which are more expensive: each write causes all of them to be read again. */
const longShare = 2

/** Resumes imports whose process is gone. */
export async function resumeImports(services: Services, ports: ImportPorts): Promise<void> {
  for (const { id } of await abandonedImports(services.db, services.config)) await executeImport(services, ports, id)
}

/** The imports that this process is running. */
export const runningImports = new Set<number>()

/**
 * Runs an import, unless one is being carried out already, by any process: then the job does it later. Each item is
 * created and marked in one transaction, so that nothing is created twice after a crash.
 */
export async function executeImport(services: Services, ports: ImportPorts, id: number): Promise<void> {
  if (runningImports.size > 0) return
  runningImports.add(id)
  try {
    const hold = await lease(services, id, (holder) => claimNext(services.db, services.config, { id, holder }))
    if (hold) await makeAll(services, ports, hold)
    interruptions.delete(id)
  } catch (error) {
    services.log.error('An import was interrupted', { import: id, error })
    await giveUp(services, id, error)
  } finally {
    runningImports.delete(id)
  }
}

/** The number of consecutive interruptions by its own errors. */
const interruptions = new Map<number, number>()
const mostInterruptions = 5

/** The job resumes it, until it was interrupted too often; errors of the whole site do not count. */
async function giveUp(services: Services, id: number, error: unknown): Promise<void> {
  if (services.stopping.aborted || isForAll(error)) return
  const times = (interruptions.get(id) ?? 0) + 1
  interruptions.set(id, times)
  if (times < mostInterruptions) return
  interruptions.delete(id)
  try {
    const hold = await leaseImport(services, id, ['running'])
    await hold?.leave('failed')
  } catch (failure) {
    services.log.error('An import could not be marked as failed', { import: id, error: failure })
  }
}

export type ImportLease = { row: ImportRow; isRunning(): boolean; leave(state?: ImportRow['state']): Promise<void> }

/** Takes the lease of an import; undefined if another process has it. */
export const leaseImport = (services: Services, id: number, states: ImportRow['state'][]) =>
  lease(services, id, (holder) => claimImport(services.db, services.config, { id, holder, states }))

async function lease(
  services: Services,
  id: number,
  claim: (holder: string) => Promise<ImportRow | undefined>,
): Promise<ImportLease | undefined> {
  const { db, stopping } = services
  const holder = crypto.randomUUID()
  const row = await claim(holder)
  if (!row) return undefined
  let ownsLease = true
  const heartbeat = setInterval(() => {
    renewImportLease(db, id, holder).then(
      (kept) => void (ownsLease = kept),
      () => {},
    )
  }, heartbeatInterval)
  return {
    row,
    isRunning: () => ownsLease && !stopping.aborted,
    async leave(state) {
      clearInterval(heartbeat)
      await leaveImport(db, { id, holder }, state)
      // Another process may go on with it; without this it does so within a minute.
      await withChanges(services, async (tx) => emitChanges(tx, [{ kind: 'import', action: 'updated', id }])).catch(
        (error: unknown) => services.log.debug('The end of an import could not be announced', { import: id, error }),
      )
    },
  }
}

async function makeAll(services: Services, ports: ImportPorts, { row, isRunning, leave }: ImportLease): Promise<void> {
  const { db } = services
  const actor = actorOf(row)
  let state: 'done' | undefined
  try {
    await removeTakenFiles(services, row, batch)
    await planImport(db, row, ports)
    const wanted = wantedTypes(row.run)
    const some = { services, row, isRunning }
    if (wanted.includes('media'))
      await forEachItem(some, ['media'], (items) =>
        picturesAtOnce.map(items, (item) =>
          isRunning() ? takePicture(services, item, { row, actor, ports }) : undefined,
        ),
      )
    const context = { row, actor, ports, targets: await loadImportTargets(db, row, ports) }
    // Records in several languages are created in English first, and the translations are added.
    for (const languages of [
      ['', defaultLanguage],
      ...otherLanguages.map((one) => [one]),
    ] satisfies ImportItem['language'][][])
      await forEachItem({ ...some, languages }, [...recordTypes], (items) =>
        oneByOne(items, isRunning, (item) => makeRecord(services, item, context)),
      )
    if (wanted.includes('redirect'))
      await forEachItem(some, ['redirect'], (items) =>
        oneByOne([items], isRunning, (all) => makeRedirects(services, all, context, isRunning), longShare),
      )
    await fillLacks(services, context, isRunning)
    if (isRunning()) state = 'done'
  } finally {
    await leave(state)
  }
}

/** The person who started the import. */
const actorOf = ({ userId, username }: ImportRow): Actor =>
  userId === null || username === null ? system : { is: 'administrator', user: { id: userId, username }, session: '' }

type Some = Pick<ImportLease, 'row' | 'isRunning'> & { services: Services; languages?: ImportItem['language'][] }

async function forEachItem(
  { services, row, isRunning, languages }: Some,
  types: ImportItemType[],
  make: (items: ImportItem[]) => Promise<unknown>,
): Promise<void> {
  const sought = { types, state: 'waiting', limit: batch, languages } as const
  for await (const items of itemBatches(services.db, row.id, sought, isRunning)) {
    await make(items)
    // Frees the garbage of all items.
    Bun.gc(false)
  }
}

/** In series, with pauses for requests. */
async function oneByOne<Item>(
  items: readonly Item[],
  isRunning: () => boolean,
  make: (item: Item) => Promise<void>,
  paused = share,
): Promise<void> {
  for (const item of items) {
    if (!isRunning()) return
    const begun = performance.now()
    await make(item)
    await Bun.sleep((performance.now() - begun) * paused)
  }
}

/** Replaces the old URLs of pictures in records, once the pictures were imported. */
async function fillLacks(services: Services, context: ImportContext, isRunning: () => boolean): Promise<void> {
  let after = 0
  while (isRunning()) {
    const items = await services.db
      .select()
      .from(importItems)
      .where(
        and(
          eq(importItems.importId, context.row.id),
          inArray(importItems.type, [...recordTypes]),
          inArray(importItems.state, ['made', 'there']),
          sql`${importItems.lacks} <> '[]'::jsonb`,
          gt(importItems.id, after),
        ),
      )
      .orderBy(importItems.id)
      .limit(100)
    if (items.length === 0) return
    for (const item of items.filter(({ lacks }) => lacks.some((key) => pictureAt(context.targets.pictures, key))))
      await commitWork(services, context.actor, async (tx) => {
        const locked = await lockItem(tx, item.id, item.state)
        if (locked) await fill(tx, locked, context)
        omitFromActivity(tx)
      })
    after = items.at(-1)!.id
  }
}

async function fill(tx: Transaction, item: ImportItem, { row, actor, targets, ports }: ImportContext): Promise<void> {
  const { kind, update, keyOf, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  // Records with a draft, and those in the trash, are left alone.
  if (!there || there.visibility === 'out' || (await findDraft(tx, keyOf(item.recordId!)))) return
  const record = recordOf(item)
  const base = baseOf(row, record)
  const featured = pictureAt(targets.pictures, ...oldKeys(row, record.image, base))
  const shown: Record<string, unknown> = { ...there.values }
  const isShown = [record.image, builtInPicture].includes(String(shown.imageUrl))
  const values = {
    ...changeTexts(shown, (text) => (text.includes('<img') ? rewriteHtml(text, { row, base, targets }).html : text)),
    ...(record.image !== '' && featured !== undefined && isShown ? { imageUrl: featured } : {}),
  }
  const body = recordBody(kind).parse({ ...values, status: there.visibility === 'draft' ? 'draft' : 'published' })
  const { version } = await update(tx, item.recordId!, body, actor)
  await markItem(tx, item.id, {
    lacks: item.lacks.filter((key) => pictureAt(targets.pictures, key) === undefined),
    ...(item.version === there.version ? { version } : {}),
  })
}
