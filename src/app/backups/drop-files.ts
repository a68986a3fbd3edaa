import { openBackupStorage } from './open-backup-storage'
import { type BackupRow, dropBackups } from './store'
import { system, emit } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'

/** Deletes the files of failed backups; what cannot be deleted now is retried by the next scan. */
export async function dropFiles({ config, log }: Pick<Services, 'config' | 'log'>, rows: readonly BackupRow[]) {
  const storage = openBackupStorage(config)
  for (const { file } of rows)
    await storage
      .remove(file)
      .catch((error: unknown) => log.warn('The files of a failed backup could not be deleted', { file, error }))
}

/** Deletes superseded backups: files first, so that none is left without a row. */
export async function removeOld(services: Services, rows: readonly BackupRow[]): Promise<void> {
  const storage = openBackupStorage(services.config)
  for (const { file, state } of rows) if (state === 'done') await storage.remove(file)
  await commitWork(services, system, async (tx) => {
    await dropBackups(
      tx,
      rows.map(({ id }) => id),
    )
    for (const { id, file } of rows) emit(tx, { kind: 'backup', action: 'deleted', id, title: file })
  })
}
