import { collect } from '#app/content/collect'
import type { PackedContent } from '#app/content/archive-pieces'
import type { BackupReason } from '#contract/backups'
import { backupFolder, openBackupStorage } from './open-backup-storage'
import { makePrivateFolder } from './disk-storage'
import { BackupFault, toBackupFault } from './faults'
import { type BackupRow, claimBackup, endBackup, readBackupSettings, runningBackups, supersededBackups } from './store'
import { system, type NewEvent } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import type { Lease } from '#platform/jobs/leased-rows'
import { noteBackup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs, commitWork } from '#platform/writes/commit'
import { dropFiles, removeOld } from './drop-files'
import { failBackup } from './fail-backup'
import type { backups } from './table'
import { verifyArchive } from './verify-archive'

type BackupLease = Lease<typeof backups>

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 2000

/** `spare`: a backup to keep regardless of its age, because it is about to be restored. */
type Options = { spare?: number }

/**
 * Makes a backup, and resolves when it was read back from the store and verified. Throws 409 while another runs, and
 * `BackupFault` on failure.
 */
export async function makeBackup(services: Services, reason: BackupReason, options?: Options): Promise<BackupRow> {
  const row = await commitAs(services, system, backupBegun, (tx) => claimBackup(tx, services.config, reason))
  return runBackup(services, row, options)
}

export const backupBegun = ({ id, file }: BackupRow): NewEvent => ({
  kind: 'backup',
  action: 'created',
  id,
  title: file,
})

/** Makes a claimed backup. Throws `BackupFault` on failure. */
export function runBackup(services: Services, row: BackupRow, { spare }: Options = {}): Promise<BackupRow> {
  let written = 0
  const work = async (lease: BackupLease) => {
    try {
      const watch = watching(lease, (soFar) => (written = soFar))
      const bytes = await writeAndVerify(services, row.file, watch)
      const done = await end(services, row.id, bytes)
      await prune(services, spare).catch((error: unknown) =>
        services.log.warn('Old backups could not be deleted', { error }),
      )
      return done
    } catch (error) {
      const fault = endOf(services, lease) ?? toBackupFault(error)
      services.log.warn('A backup failed', { file: row.file, error: fault })
      await failBackup(services, row, fault)
      await dropFiles(services, [row])
      throw fault
    }
  }
  return runningBackups.keep(services, row, work, {
    every: heartbeatInterval,
    beat: (lease) => lease.renew({ bytes: written }),
  })
}

/** Why this process may not go on with a backup: it is about to end, or another one has ended the backup. */
const endOf = ({ stopping }: Services, lease: BackupLease): BackupFault | undefined =>
  lease.isHeld() ? undefined : new BackupFault(stopping.aborted ? 'stopped' : 'crashed')

/** Streams of a backup, which end when this process may not go on; `wrote` is called with the bytes so far. */
function watching(lease: BackupLease, wrote: (bytes: number) => void) {
  const signal = lease.signal()
  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      signal.throwIfAborted()
      yield piece
    }
  }
  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const piece of watched(pieces)) {
      wrote((bytes += piece.byteLength))
      yield piece
    }
  }
  return { signal, watched, counted }
}

type Watching = ReturnType<typeof watching>

/** A file deleted from the library after the content was read is missing: then everything is read again. */
const mostTries = 3

async function writeAndVerify(services: Services, file: string, watch: Watching): Promise<number> {
  const storage = openBackupStorage(services.config)
  const { archivePieces } = await import('#app/content/archive-pieces')
  for (let tries = 1; ; tries++) {
    const content = await readContent(services, watch.signal)
    try {
      const bytes = await storage.write(file, watch.counted(archivePieces(content, services.files)))
      await verifyArchive(watch.watched(storage.read(file)), content)
      if ((await storage.size(file)) !== bytes) throw new BackupFault('damaged')
      return bytes
    } catch (error) {
      if (tries === mostTries || toBackupFault(error).code !== 'files' || watch.signal.aborted) throw error
    } finally {
      await content.close()
    }
  }
}

async function readContent(services: Services, signal: AbortSignal): Promise<PackedContent> {
  const folder = backupFolder(services.config)
  await makePrivateFolder(folder)
  const { packContent } = await import('#app/content/archive-pieces')
  return packContent(await services.withDedicatedConnection((db) => collect(db, { folder, signal })), folder)
}

async function end(services: Services, id: number, bytes: number): Promise<BackupRow> {
  return commitWork(services, system, async (tx) => {
    const row = await endBackup(tx, id, { bytes })
    if (!row) throw new BackupFault('stopped')
    await noteBackup(tx)
    emitChanges(tx, [{ kind: 'backup', action: 'updated', id }])
    return row
  })
}

/** Only after a newer one was verified; rows are deleted after their files. */
async function prune(services: Services, spare?: number): Promise<void> {
  const { keep } = await readBackupSettings(services.db, services.config)
  const old = await supersededBackups(services.db, services.config, { keep, spare })
  if (old.length > 0) await removeOld(services, old)
}
