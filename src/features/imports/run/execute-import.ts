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
} from '../store'
import type { Actor } from '#platform/events/events'
import { system } from '#platform/events/events'
import { emitChanges, withChanges } from '#platform/events/changes'
import { defaultLanguage, otherLanguages } from '#i18n/language'
import type { Services } from '#platform/services'
import type { ImportPorts } from '../ports'
import { isForAll } from './attempt'
import { fillLacks } from './fill-lacks'
import { makeRecord } from './make-record'
import { makeRedirects } from './make-redirects'
import { loadImportTargets } from './import-targets'
import { planImport } from './plan'
import { picturesAtOnce, removeTakenFiles, takePicture } from './take-picture'
import { type ImportItemType, recordTypes } from '../format'

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
