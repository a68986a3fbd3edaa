import { collect } from '#app/content/collect'
import { archivePieces, packContent, type PackedContent } from '#app/content/archive-pieces'
import type { BackupReason } from '#contract/backups'
import type { BackupPlace } from '#platform/backups/backup-place'
import { backupFolder, openBackupPlace } from '#platform/backups/open-backup-place'
import { makePrivateFolder } from '#platform/backups/disk-place'
import { BackupFault, toBackupFault } from '#platform/backups/faults'
import { type BackupRow, claimBackup, endBackup, readBackupSettings, superfluous } from '#platform/backups/store'
import { system, type NewEvent } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import { noteBackup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { dropFiles, removeOld } from './drop-files'
import { keepAlive } from './keep-alive'
import { failBackup } from './fail-backup'
import { verifyArchive } from './verify-archive'

/** `spare`: a backup that stays, however old, for somebody is about to read it. */
type Options = { spare?: number }

/**
 * Makes a backup, and resolves to it once it was read back from its place and found whole. Throws 409 while another
 * runs, and `BackupFault` when it has failed.
 */
export async function makeBackup(services: Services, reason: BackupReason, options?: Options): Promise<BackupRow> {
  const row = await commitAs(services, system, backupBegun, (tx) => claimBackup(tx, services.config, reason))
  return carryOut(services, row, options)
}

export const backupBegun = ({ id, file }: BackupRow): NewEvent => ({
  kind: 'backup',
  action: 'created',
  id,
  title: file,
})

/** Those that this process is making. */
export const ours = new Set<number>()

/** Makes a backup that was claimed. Throws `BackupFault` when it has failed. */
export async function carryOut(services: Services, row: BackupRow, { spare }: Options = {}): Promise<BackupRow> {
  ours.add(row.id)
  const life = keepAlive(services, row.id)
  try {
    const place = openBackupPlace(services.config)
    const bytes = await writeAndVerify(services, place, row.file, life)
    const done = await end(services, row.id, bytes)
    await prune(services, spare).catch((error: unknown) =>
      services.log.warn('Backups that are older than those to be kept could not be removed', { error }),
    )
    return done
  } catch (error) {
    const fault = life.fault() ?? toBackupFault(error)
    services.log.warn('A backup failed', { file: row.file, error: fault })
    await failBackup(services, row, fault)
    await dropFiles(services, [row])
    throw fault
  } finally {
    life.end()
    ours.delete(row.id)
  }
}

type Life = ReturnType<typeof keepAlive>

/** What is deleted from the library after the content was read is missing: then it is read anew. */
const mostTries = 3

async function writeAndVerify(services: Services, place: BackupPlace, file: string, life: Life): Promise<number> {
  for (let tries = 1; ; tries++) {
    const content = await readContent(services, life.signal)
    try {
      const bytes = await place.write(file, life.counted(archivePieces(content, services.files)))
      await verifyArchive(life.watched(place.read(file)), content)
      if ((await place.size(file)) !== bytes) throw new BackupFault('damaged')
      return bytes
    } catch (error) {
      if (tries === mostTries || toBackupFault(error).code !== 'files' || life.signal.aborted) throw error
    } finally {
      await content.close()
    }
  }
}

async function readContent(services: Services, signal: AbortSignal): Promise<PackedContent> {
  const folder = backupFolder(services.config)
  await makePrivateFolder(folder)
  return packContent(await services.atLeisure((db) => collect(db, { folder, signal })), folder)
}

async function end(services: Services, id: number, bytes: number): Promise<BackupRow> {
  return commitAs(
    services,
    system,
    () => undefined,
    async (tx) => {
      const row = await endBackup(tx, id, { bytes })
      if (!row) throw new BackupFault('stopped')
      await noteBackup(tx)
      emitChanges(tx, [{ kind: 'backup', action: 'updated', id }])
      return row
    },
  )
}

/** Only after a newer one was verified, and the rows only after their files. */
async function prune(services: Services, spare?: number): Promise<void> {
  const { keep } = await readBackupSettings(services.db, services.config)
  const old = await superfluous(services.db, services.config, { keep, spare })
  if (old.length > 0) await removeOld(services, old)
}
