import type { ImportItemType } from '../table'
import {
  abandonedImports,
  claimImport,
  type ImportItem,
  type ImportRow,
  itemsAfter,
  renewImportLease,
  leaveImport,
  recordTypes,
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
import { picturesAtOnce, takePicture } from './take-picture'

/** Milliseconds between two signs of whoever carries one out. */
const signEvery = 2000
const batch = 25
/** Of the time that a record took, the part for which requests have the site to themselves after it. */
const share = 0.5
/** The same of redirects, which leave much behind: for each write of some of them all are read anew. */
const longShare = 2

/** Goes on with imports whose process is gone. */
export async function resumeImports(services: Services, ports: ImportPorts): Promise<void> {
  for (const { id } of await abandonedImports(services.db, services.config)) await carryOutImport(services, ports, id)
}

/** Those that this process carries out. */
export const ours = new Set<number>()

/**
 * Makes what an import is to make, as far as nobody else does so. Whatever is made is marked in the same transaction:
 * who goes on after a crash makes nothing twice.
 */
export async function carryOutImport(services: Services, ports: ImportPorts, id: number): Promise<void> {
  if (ours.has(id)) return
  ours.add(id)
  try {
    const hold = await leaseImport(services, id, ['running'])
    if (hold) await makeAll(services, ports, hold)
    interruptions.delete(id)
  } catch (error) {
    services.log.error('An import was interrupted', { import: id, error })
    await giveUp(services, id, error)
  } finally {
    ours.delete(id)
  }
}

/** How often in a row, for reasons of its own. */
const interruptions = new Map<number, number>()
const mostInterruptions = 5

/** The job takes it up again, until it was interrupted too often; what keeps the whole site from writing does not count. */
async function giveUp(services: Services, id: number, error: unknown): Promise<void> {
  if (services.stopping.aborted || isForAll(error)) return
  const times = (interruptions.get(id) ?? 0) + 1
  interruptions.set(id, times)
  if (times < mostInterruptions) return
  interruptions.delete(id)
  try {
    const hold = await leaseImport(services, id, ['running'])
    await hold?.leave('failed')
    await withChanges(services, async (tx) => emitChanges(tx, [{ kind: 'import', action: 'updated', id }]))
  } catch (failure) {
    services.log.error('An import could not be given up', { import: id, error: failure })
  }
}

export type ImportLease = { row: ImportRow; goesOn(): boolean; leave(state?: ImportRow['state']): Promise<void> }

/** Keeps an import from all other processes until it is left; undefined where another has it. */
export async function leaseImport(
  { db, config, stopping }: Services,
  id: number,
  states: ImportRow['state'][],
): Promise<ImportLease | undefined> {
  const holder = crypto.randomUUID()
  const row = await claimImport(db, config, { id, holder, states })
  if (!row) return undefined
  let isOurs = true
  const signing = setInterval(() => {
    renewImportLease(db, id, holder).then(
      (kept) => void (isOurs = kept),
      () => {},
    )
  }, signEvery)
  return {
    row,
    goesOn: () => isOurs && !stopping.aborted,
    async leave(state) {
      clearInterval(signing)
      await leaveImport(db, { id, holder }, state)
    },
  }
}

async function makeAll(services: Services, ports: ImportPorts, { row, goesOn, leave }: ImportLease): Promise<void> {
  const { db } = services
  const actor = actorOf(row)
  let state: 'done' | undefined
  try {
    await planImport(db, row, ports)
    const wanted = wantedTypes(row.run)
    const some = { services, row, goesOn }
    if (wanted.includes('media'))
      await forEachItem(some, ['media'], (items) =>
        picturesAtOnce.map(items, (item) =>
          goesOn() ? takePicture(services, item, { row, actor, ports }) : undefined,
        ),
      )
    const making = { row, actor, ports, places: await loadImportTargets(db, row, ports) }
    // What is there in several languages is made of the English, and the others are added to it.
    for (const languages of [
      ['', defaultLanguage],
      ...otherLanguages.map((one) => [one]),
    ] satisfies ImportItem['language'][][])
      await forEachItem({ ...some, languages }, [...recordTypes], (items) =>
        oneByOne(items, goesOn, (item) => makeRecord(services, item, making)),
      )
    if (wanted.includes('redirect'))
      await forEachItem(some, ['redirect'], (items) =>
        oneByOne([items], goesOn, (all) => makeRedirects(services, all, making, goesOn), longShare),
      )
    await fillLacks(services, making, goesOn)
    if (goesOn()) state = 'done'
  } finally {
    await leave(state)
  }
  if (state)
    await withChanges(services, async (tx) => emitChanges(tx, [{ kind: 'import', action: 'updated', id: row.id }]))
}

/** Whoever began it has done it. */
export const actorOf = ({ userId, username }: ImportRow): Actor =>
  userId === null || username === null ? system : { is: 'administrator', user: { id: userId, username }, session: '' }

type Some = Pick<ImportLease, 'row' | 'goesOn'> & { services: Services; languages?: ImportItem['language'][] }

async function forEachItem(
  { services, row, goesOn, languages }: Some,
  types: ImportItemType[],
  make: (items: ImportItem[]) => Promise<unknown>,
): Promise<void> {
  let after = 0
  while (goesOn()) {
    const items = await itemsAfter(services.db, row.id, { types, state: 'waiting', after, limit: batch, languages })
    if (items.length === 0) return
    await make(items)
    // What all of them were made with would lie in memory for long.
    Bun.gc(false)
    after = items.at(-1)!.id
  }
}

/** Requests come between. */
async function oneByOne<Item>(
  items: readonly Item[],
  goesOn: () => boolean,
  make: (item: Item) => Promise<void>,
  paused = share,
): Promise<void> {
  for (const item of items) {
    if (!goesOn()) return
    const begun = performance.now()
    await make(item)
    await Bun.sleep((performance.now() - begun) * paused)
  }
}
