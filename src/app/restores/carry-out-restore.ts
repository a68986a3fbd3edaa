import type { Pieces } from '#app/content/archive-entries'
import { replaceByArchive } from '#app/content/replace-by-archive'
import { makeBackup } from '#app/backups/make-backup'
import { BackupFault } from '#platform/backups/faults'
import { type Actor, system, emit } from '#platform/events/events'
import { endRestore, type RestoreRow, storeProgress } from '#platform/restores/store'
import type { RestoreFaultCode } from '#platform/restores/table'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'
import { commitAs } from '#platform/writes/commit'

/** Milliseconds between two signs of whoever restores. */
const signEvery = 1000

/** An archive that was checked. `backup` is its id where it is one of the site's own. */
export type Source = { open(): Pieces; backup?: number; close?(): Promise<void> }

/** How far the restores of this process have come. */
export const ours = new Map<number, number>()

/**
 * Puts an archive in the place of everything, after everything was backed up; nobody writes meanwhile. What goes wrong
 * stands in the row and in the log.
 */
export async function carryOutRestore(
  services: Services,
  row: RestoreRow,
  source: Source,
  actor: Actor,
): Promise<void> {
  const { db, log } = services
  const count = (by = 1) => void ours.set(row.id, (ours.get(row.id) ?? 0) + by)
  count(0)
  const signing = setInterval(() => void storeProgress(db, row.id, ours.get(row.id) ?? 0).catch(() => {}), signEvery)
  try {
    await services.writeHold!.hold((isHeld) => {
      const alone = { ...services, writeHold: undefined }
      return restore(alone, { row, source, actor, count, isHeld })
    })
    log.warn('The content of the site was replaced by an archive', { title: row.title })
  } catch (error) {
    log.error('A restore failed', { title: row.title, error })
    await failRestore(services, row, faultOf(error)).catch(() => {})
  } finally {
    clearInterval(signing)
    ours.delete(row.id)
    await source.close?.()
  }
}

type Restoring = {
  row: RestoreRow
  source: Source
  actor: Actor
  count(by?: number): void
  isHeld(): Promise<void>
}

async function restore(services: Services, { row, source, actor, count, isHeld }: Restoring): Promise<void> {
  await makeBackup(services, 'before-restore', { spare: source.backup })
  await replaceByArchive(services, source.open, {
    actor,
    counted: count,
    async last(tx) {
      if (!(await endRestore(tx, row.id, { state: 'done', done: row.total }))) throw new Error('Somebody has ended it')
      emit(tx, { kind: 'restore', action: 'created', id: row.id, title: row.title, activityActions: ['restored'] })
      await isHeld()
    },
  })
}

export async function failRestore(
  services: Services,
  { id, title }: RestoreRow,
  fault: RestoreFaultCode,
): Promise<void> {
  await commitAs(
    services,
    system,
    (isEnded: boolean) =>
      isEnded ? { kind: 'restore', action: 'updated', id, title, activityActions: ['restore-failed'] } : undefined,
    (tx) => endRestore(tx, id, { state: 'failed', fault }),
  )
}

function faultOf(error: unknown): RestoreFaultCode {
  if (error instanceof BackupFault) return 'backup'
  return error instanceof StartError ? 'damaged' : 'other'
}
