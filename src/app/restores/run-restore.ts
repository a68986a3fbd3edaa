import type { Pieces } from '#app/content/archive-entries'
import { makeBackup } from '#app/backups/make-backup'
import { BackupFault } from '../backups/faults'
import { type Actor, system, emit } from '#platform/events/events'
import { endRestore, openRestores, type RestoreRow } from './store'
import type { RestoreFaultCode } from './table'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'
import { commitAs } from '#platform/writes/commit'

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 1000

/** A verified archive. `backup` is its id if it is one of the site's own. */
export type Source = { open(): Pieces; backup?: number; close?(): Promise<void> }

/** The progress of this process's restores. */
export const runningRestores = new Map<number, number>()

/**
 * Replaces everything by an archive, after a backup; writes are blocked meanwhile. Errors are stored in the row and
 * logged.
 */
export async function runRestore(services: Services, row: RestoreRow, source: Source, actor: Actor): Promise<void> {
  const { log } = services
  const count = (by: number) => void runningRestores.set(row.id, (runningRestores.get(row.id) ?? 0) + by)
  count(0)
  const work = () =>
    services
      .writeHold!.hold((isHeld) => {
        const alone = { ...services, writeHold: undefined }
        return restore(alone, { row, source, actor, count, isHeld })
      })
      .then(() => log.warn('The content of the site was replaced by an archive', { title: row.title }))
      .catch((error: unknown) => {
        log.error('A restore failed', { title: row.title, error })
        return failRestore(services, row, faultOf(error)).catch(() => {})
      })
  try {
    await openRestores.keep(services, row, work, {
      every: heartbeatInterval,
      beat: (lease) => lease.renew({ done: runningRestores.get(row.id) ?? 0 }),
    })
  } finally {
    runningRestores.delete(row.id)
    await source.close?.()
  }
}

type Restoring = {
  row: RestoreRow
  source: Source
  actor: Actor
  count(by: number): void
  isHeld(): Promise<void>
}

async function restore(services: Services, { row, source, actor, count, isHeld }: Restoring): Promise<void> {
  await makeBackup(services, 'before-restore', { spare: source.backup })
  const { replaceByArchive } = await import('#app/content/replace-by-archive')
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
