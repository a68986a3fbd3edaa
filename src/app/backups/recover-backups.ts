import { inArray, sql } from 'drizzle-orm'
import { openBackupStorage, describeBackupStorage } from './open-backup-storage'
import { partOf } from './disk-storage'
import { BackupFault } from './faults'
import { abandonedBackups, type BackupRow, listBackups, readFileName } from './store'
import { backups } from './table'
import type { Services } from '#platform/services'
import { dropFiles, removeOld } from './drop-files'
import { failBackup } from './fail-backup'
import { runningBackups } from './make-backup'

/** Ends backups whose process is gone. */
export async function recoverBackups(services: Services): Promise<void> {
  for (const row of await abandonedBackups(services.db, services.config, runningBackups)) {
    await failBackup(services, row, new BackupFault('crashed'))
    await dropFiles(services, [row])
  }
}

/**
 * Reconciles list and store: deletes leftovers of crashes, adds unknown backups to the list (for a new database), and
 * removes entries without a file.
 */
export async function scanBackupStorage(services: Services): Promise<void> {
  const { config, db } = services
  const storage = openBackupStorage(config)
  const found = new Map<string, number>()
  for await (const { name, bytes } of storage.list()) found.set(name, bytes)
  const named = [...found.keys()].filter((name) => readFileName(name) !== undefined)
  const parts = [...found.keys()].filter((name) => name.endsWith(partOf('')))
  const rows = await rowsOf(services, [...named, ...parts.map((part) => part.slice(0, -partOf('').length))])

  const isOver = (file: string) => rows.get(file)?.state !== 'running'
  for (const part of parts) if (isOver(part.slice(0, -partOf('').length))) await storage.remove(part)
  for (const name of named) {
    const row = rows.get(name)
    if (row?.state === 'failed') await storage.remove(name)
    // It may have been deleted since.
    else if (row?.place !== describeBackupStorage(config) && (await storage.size(name)) !== undefined)
      await adopt(services, name, found.get(name) ?? 0)
  }
  // With local disks, each machine has its own backups.
  if (config.databaseUrl !== undefined && config.backupBucket === undefined) return
  const gone = (await listBackups(db, config)).filter(({ state, file }) => state === 'done' && !found.has(file))
  const missing: BackupRow[] = []
  for (const row of gone) if ((await storage.size(row.file)) === undefined) missing.push(row)
  if (missing.length > 0) await removeOld(services, missing)
}

async function rowsOf({ db }: Services, files: readonly string[]): Promise<ReadonlyMap<string, BackupRow>> {
  const rows =
    files.length === 0
      ? []
      : await db
          .select()
          .from(backups)
          .where(inArray(backups.file, [...files]))
  return new Map(rows.map((row) => [row.file, row]))
}

/** The store may have had another name. */
async function adopt({ db, config }: Services, file: string, bytes: number): Promise<void> {
  const facts = readFileName(file)
  if (!facts) return
  const place = describeBackupStorage(config)
  await db
    .insert(backups)
    .values({ file, place, bytes, state: 'done', ...facts })
    .onConflictDoUpdate({ target: backups.file, set: { place }, setWhere: sql`${backups.state} = 'done'` })
}
