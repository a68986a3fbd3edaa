import { collect } from '#app/content/collect'
import type { PackedContent } from '#app/content/archive-pieces'
import type { BackupReason } from '#contract/backups'
import { backupFolder, openBackupStorage } from './open-backup-storage'
import { makePrivateFolder } from './disk-storage'
import { BackupFault, toBackupFault } from './faults'
import { type BackupRow, claimBackup, endBackup, readBackupSettings, supersededBackups, renewHeartbeat } from './store'
import { system, type NewEvent } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import { noteBackup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs, commitWork } from '#platform/writes/commit'
import { dropFiles, removeOld } from './drop-files'
import { failBackup } from './fail-backup'
import { verifyArchive } from './verify-archive'

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

/** The backups that this process is making. */
export const runningBackups = new Set<number>()

/** Makes a claimed backup. Throws `BackupFault` on failure. */
export async function runBackup(services: Services, row: BackupRow, { spare }: Options = {}): Promise<BackupRow> {
  runningBackups.add(row.id)
  const heartbeat = startHeartbeat(services, row.id)
  try {
    const bytes = await writeAndVerify(services, row.file, heartbeat)
    const done = await end(services, row.id, bytes)
    await prune(services, spare).catch((error: unknown) =>
      services.log.warn('Old backups could not be deleted', { error }),
    )
    return done
  } catch (error) {
    const fault = heartbeat.fault() ?? toBackupFault(error)
    services.log.warn('A backup failed', { file: row.file, error: fault })
    await failBackup(services, row, fault)
    await dropFiles(services, [row])
    throw fault
  } finally {
    heartbeat.end()
    runningBackups.delete(row.id)
  }
}

type Heartbeat = ReturnType<typeof startHeartbeat>

/** A file deleted from the library after the content was read is missing: then everything is read again. */
const mostTries = 3

async function writeAndVerify(services: Services, file: string, heartbeat: Heartbeat): Promise<number> {
  const storage = openBackupStorage(services.config)
  const { archivePieces } = await import('#app/content/archive-pieces')
  for (let tries = 1; ; tries++) {
    const content = await readContent(services, heartbeat.signal)
    try {
      const bytes = await storage.write(file, heartbeat.counted(archivePieces(content, services.files)))
      await verifyArchive(heartbeat.watched(storage.read(file)), content)
      if ((await storage.size(file)) !== bytes) throw new BackupFault('damaged')
      return bytes
    } catch (error) {
      if (tries === mostTries || toBackupFault(error).code !== 'files' || heartbeat.signal.aborted) throw error
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

/**
 * Sends heartbeats with the current size of a backup until `end` is called. `signal` is aborted when this process is
 * about to end, or when another process has ended the backup; `fault` tells which.
 */
function startHeartbeat({ db, stopping }: Pick<Services, 'db' | 'stopping'>, id: number) {
  const ended = new AbortController()
  let bytes = 0
  let isAsking = false
  const stop = () => ended.abort(new BackupFault('stopped'))
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void renewHeartbeat(db, id, bytes)
      .then((ownsLease) => ownsLease || ended.abort(new BackupFault('crashed')))
      // If the database is unreachable for long, another process ends the backup.
      .catch(() => {})
      .finally(() => (isAsking = false))
  }, heartbeatInterval)

  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      ended.signal.throwIfAborted()
      yield piece
    }
  }

  return {
    signal: ended.signal,
    fault: () => (ended.signal.aborted ? (ended.signal.reason as BackupFault) : undefined),
    watched,
    /** Counts the bytes of a stream for the heartbeats. */
    async *counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      bytes = 0
      for await (const piece of watched(pieces)) {
        bytes += piece.byteLength
        yield piece
      }
    },
    end() {
      clearInterval(timer)
      stopping.removeEventListener('abort', stop)
    },
  }
}
