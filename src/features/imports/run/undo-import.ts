import { conflict, HttpError } from '#contract/http-error'
import type { ImportUndone } from '../contract'
import { findImport, type ImportItem, itemBatches, lockItem } from '../store'
import type { Actor, Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import type { ImportPorts } from '../ports'
import { type ImportLease, leaseImport } from './execute-import'
import { type ImportContext, omitFromActivity } from './import-context'
import { type ImportItemType, type RecordType, recordTypes } from '../format'

const batch = 25

/**
 * Moves the records of an import to the trash, except for those edited since, deletes its redirects, and its unused
 * pictures. Throws 404, and 409 unless it is done.
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
    isOver = hold.isRunning()
    return records
  } finally {
    await hold.leave(isOver ? 'undone' : undefined)
  }
}

/** Whether it was moved; undefined if it was trashed or deleted before. */
async function trashRecord(
  tx: Transaction,
  item: ImportItem,
  { actor, ports }: Pick<ImportContext, 'actor' | 'ports'>,
): Promise<boolean | undefined> {
  const { trash, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  if (!there || there.visibility === 'out') return undefined
  try {
    await trash(tx, item.recordId!, [{ version: item.version!, draft: 0 }], actor)
    return true
  } catch (error) {
    // It has another version, or a draft.
    if (error instanceof HttpError && error.status === 412) return false
    throw error
  }
}

async function undoEach(
  services: Services,
  { row, isRunning }: ImportLease,
  actor: Actor,
  types: ImportItemType[],
  undo: (tx: Transaction, item: ImportItem) => Promise<void>,
): Promise<void> {
  for await (const items of itemBatches(services.db, row.id, { types, state: 'made', limit: batch }, isRunning)) {
    await commitWork(services, actor, async (tx) => {
      for (const { id } of items) {
        const item = await lockItem(tx, id, 'made')
        if (item) await undo(tx, item).catch(unlessRefused)
      }
      omitFromActivity(tx)
    })
    // Frees the garbage of all items.
    Bun.gc(false)
    await Bun.sleep(2)
  }
}

/** Used, changed, or deleted: it is left alone. The check runs before anything is written. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof HttpError) || ![404, 409, 412].includes(error.status)) throw error
}
