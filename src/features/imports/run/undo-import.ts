import { conflict, HttpError } from '#contract/http-error'
import type { ImportUndone } from '../contract'
import { findImport, type ImportItem, itemsAfter, lockItem, recordTypes, type RecordType } from '../store'
import type { ImportItemType } from '../table'
import type { Actor, Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import type { ImportPorts } from '../ports'
import { type ImportLease, leaseImport } from './carry-out-import'
import { type Making, silence } from './making'

const batch = 25

/**
 * Throws what an import made into the trash, but for what was edited since, takes its redirects away, and keeps the
 * pictures that something uses. Throws 404, and 409 for what is not done.
 */
export async function undoImport(
  services: Services,
  ports: ImportPorts,
  id: number,
  actor: Actor,
): Promise<ImportUndone> {
  await findImport(services.db, id)
  const hold = await leaseImport(services, id, ['done', 'failed'])
  if (!hold)
    throw conflict((await findImport(services.db, id)).holder === null ? 'errors.importNotDone' : 'errors.importBusy')
  let isOver = false
  try {
    const records = { trashed: 0, kept: 0 }
    await undoEach(services, hold, actor, [...recordTypes], async (tx, item) => {
      const wasTrashed = await trashRecord(tx, item, { actor, ports })
      if (wasTrashed !== undefined) records[wasTrashed ? 'trashed' : 'kept']++
    })
    await undoEach(services, hold, actor, ['redirect'], (tx, item) => ports.redirects.remove(tx, item.recordId!))
    await undoEach(services, hold, actor, ['media'], (tx, item) =>
      ports.library.trash(tx, item.recordId!, item.version!),
    )
    isOver = hold.goesOn()
    return records
  } finally {
    await hold.leave(isOver ? 'undone' : undefined)
  }
}

/** Whether it was; undefined for what somebody has thrown away or deleted before. */
async function trashRecord(
  tx: Transaction,
  item: ImportItem,
  { actor, ports }: Pick<Making, 'actor' | 'ports'>,
): Promise<boolean | undefined> {
  const { trash, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  if (!there || there.standing === 'out') return undefined
  try {
    await trash(tx, item.recordId!, [{ version: item.version!, draft: 0 }], actor)
    return true
  } catch (error) {
    // Another version, or a draft beside it.
    if (error instanceof HttpError && error.status === 412) return false
    throw error
  }
}

async function undoEach(
  services: Services,
  { row, goesOn }: ImportLease,
  actor: Actor,
  types: ImportItemType[],
  undo: (tx: Transaction, item: ImportItem) => Promise<void>,
): Promise<void> {
  let after = 0
  while (goesOn()) {
    const items = await itemsAfter(services.db, row.id, { types, state: 'made', after, limit: batch })
    if (items.length === 0) return
    await commitAs(
      services,
      actor,
      () => undefined,
      async (tx) => {
        for (const { id } of items) {
          const item = await lockItem(tx, id, 'made')
          if (item) await undo(tx, item).catch(unlessRefused)
        }
        silence(tx)
      },
    )
    // What they were trashed with would lie in memory for long.
    Bun.gc(false)
    await Bun.sleep(2)
    after = items.at(-1)!.id
  }
}

/** Used, changed, or gone: it stays as it is. Nothing was written before that was known. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof HttpError) || ![404, 409, 412].includes(error.status)) throw error
}
