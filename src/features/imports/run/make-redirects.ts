import { HttpError } from '#contract/http-error'
import { inLanguage } from '#i18n/addresses/href'
import type { Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import type { ImportedRedirect } from '../payload'
import { type ImportItem, lockItem, markItem } from '../store'
import { attempt, whyOf } from './attempt'
import type { ImportContext } from './import-context'
import { targetKey } from './import-targets'

/**
 * Redirects old paths to the created records. An error is stored with the item. In batches, because after each write
 * all redirects are read again by the next look-up.
 */
export async function makeRedirects(
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
