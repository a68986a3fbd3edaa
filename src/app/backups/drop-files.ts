import { openBackupPlace } from '#platform/backups/open-backup-place'
import { type BackupRow, dropBackups } from '#platform/backups/store'
import { system, emit } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'

/** Removes what lies under the names of backups that have failed; what cannot be removed now is left to the next look. */
export async function dropFiles({ config, log }: Pick<Services, 'config' | 'log'>, rows: readonly BackupRow[]) {
  const place = openBackupPlace(config)
  for (const { file } of rows)
    await place
      .remove(file)
      .catch((error: unknown) => log.warn('What is left of a backup could not be removed', { file, error }))
}

/** Backups that newer ones have made superfluous: first their files, so that none is forgotten at its place. */
export async function removeOld(services: Services, rows: readonly BackupRow[]): Promise<void> {
  const place = openBackupPlace(services.config)
  for (const { file, state } of rows) if (state === 'done') await place.remove(file)
  await commitAs(
    services,
    system,
    () => undefined,
    async (tx) => {
      await dropBackups(
        tx,
        rows.map(({ id }) => id),
      )
      for (const { id, file } of rows) emit(tx, { kind: 'backup', action: 'deleted', id, title: file })
    },
  )
}
