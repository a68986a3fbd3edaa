import { inLanguage } from '#i18n/addresses/href'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import type { ImportedRedirect } from '../payload'
import { type ImportItem, lockItem, markItem } from '../store'
import { attempt } from './attempt'
import type { Making } from './making'

/** Sends visitors of an old path on to what was made of it. What keeps it out stands at the item. */
export async function makeRedirect(services: Services, item: ImportItem, making: Making): Promise<void> {
  const { row, actor, places, ports } = making
  const { from, to, key } = item.payload as ImportedRedirect
  const record = places.byKey.get(key ?? '')
  const target = to ?? (record && inLanguage(record, row.run!.language))
  const fail = (why: string) => markItem(services.db, item.id, { state: 'failed', why })
  if (target === undefined) return fail('target')
  const read = ports.redirects.read(from, target)
  if ('fault' in read) return fail(read.fault)
  // Before the transaction: the site reads for itself what it shows.
  const isPage = await services.isPage(read.from, row.origin)
  await attempt(services, item, () =>
    commitAs(
      services,
      actor,
      () => undefined,
      async (tx) => {
        if (!(await lockItem(tx, item.id, 'waiting'))) return
        const id = await ports.redirects.add(tx, read, { origin: row.origin, isPage })
        const state = id === undefined ? 'there' : 'made'
        await markItem(tx, item.id, { state, recordId: id ?? null, why: null })
      },
    ),
  )
}
