import { archivePieces, collect, packContent, type PackedContent } from '#app/content/write-archive'
import type { BackupReason } from '#contract/backups'
import { backupFolder, openBackupStorage, makePrivateFolder } from './backup-storage'
import { BackupFault, toBackupFault } from './faults'
import {
  type BackupRow,
  claimBackup,
  endBackup,
  readBackupSettings,
  runningBackups,
  supersededBackups,
  faultText,
  dropBackups,
} from './store'
import { system, type NewEvent, type Transaction, emit } from '#platform/events/events'
import { emitChanges } from '#platform/events/changes'
import type { Lease } from '#platform/jobs/leased-rows'
import { noteBackup, readSettings } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs, commitWork } from '#platform/writes/commit'
import { composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/site'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { onSiteClock } from '#i18n/site-zone'
import { translate } from '#i18n/translate'
import type { backups } from './table'
import { checkFile, type Pieces, readEntries, readPartLines } from '#app/content/read-archive'
import { StartError } from '#platform/start-error'

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
 * Reads an archive from beginning to end. Throws `BackupFault` unless it contains exactly what was written. Whether the
 * rows fit their schemas is checked before they are restored.
 */
async function verifyArchive(archive: Pieces, written: Pick<PackedContent, 'sha256' | 'files'>): Promise<void> {
  const contents: string[] = []
  const files = new Set<string>()
  try {
    await readEntries(archive, {
      async content(packed) {
        const lines = readPartLines(packed, ({ sha256 }) => contents.push(sha256))
        for await (const line of lines) void line
      },
      async file(name, pieces) {
        await checkFile(name, pieces)
        files.add(name)
      },
    })
  } catch (error) {
    throw error instanceof StartError ? new BackupFault('damaged', '', { cause: error }) : error
  }
  const isSame =
    contents.length === 1 &&
    contents[0] === written.sha256 &&
    files.symmetricDifference(new Set(written.files)).size === 0
  if (!isSame) throw new BackupFault('damaged')
}

/** Marks a backup as failed and notifies the owner, once, whichever process detects it. */
export async function failBackup(services: Services, { id }: Pick<BackupRow, 'id'>, fault: BackupFault): Promise<void> {
  await commitAs(
    services,
    system,
    (row: BackupRow | undefined) =>
      row && { kind: 'backup', action: 'updated', id, title: row.file, activityActions: ['failed'] },
    async (tx) => {
      const row = await endBackup(tx, id, { fault })
      if (row) await mailOwner(tx, services, row, fault)
      return row
    },
  ).catch((error: unknown) =>
    // It is ended later, as one whose process is gone.
    services.log.warn('The failure of a backup could not be stored', { error }),
  )
}

async function mailOwner(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { id, createdAt, reason }: BackupRow,
  { code, detail }: BackupFault,
): Promise<void> {
  if (!config.mail) return
  const { ownerLanguage: language } = await readSettings(tx, config)
  const head = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'backup',
    to: config.mail.to,
    about: `backup:${id}`,
    letter: {
      ...composeMail({
        language,
        ...head,
        subject: translate(language, 'mail.backup.subject', { site: head.site }),
        title: translate(language, 'mail.backup.title'),
        paragraphs: [
          translate(language, `mail.backup.${reason}`, {
            date: onSiteClock(createdAt).toISOString().slice(0, 16).replace('T', ' '),
          }),
          faultText(language, code, detail),
          translate(language, 'mail.backup.next'),
        ],
        action: {
          label: translate(language, 'mail.backup.open'),
          url: (config.siteUrl ?? '') + href(adminPaths.system),
        },
        foot: translate(language, 'mail.backup.foot'),
      }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  })
}

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
