import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type Backup, type BackupReason, type BackupSettings, type BackupSettingsInput } from '#contract/backups'
import { conflict, notFound } from '#contract/http-error'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { leasedRows } from '#platform/jobs/leased-rows'
import { describeBackupStorage } from './backup-storage'
import type { BackupFault } from './faults'
import { backups, backupSettings } from './table'

type Place = Pick<Config, 'dataDir' | 'backupBucket'>
export type BackupRow = typeof backups.$inferSelect

/** The API's representation, in the language of the request. */
export const toBackup = (
  { id, createdAt, bytes, state, reason, verified, fault, detail }: BackupRow,
  language: Language,
): Backup => ({
  id,
  createdAt,
  bytes,
  state,
  reason,
  verified,
  error: fault === null ? null : faultText(language, fault, detail),
})

/** A fault in one or two sentences, with the message of the system or the store. */
export const faultText = (language: Language, code: BackupFault['code'], detail: string): string =>
  [translate(language, `backup.fault.${code}`), detail && `(${detail})`].filter(Boolean).join(' ')

/** The backups in the configured store, newest first. */
export const listBackups = (db: Database, config: Place, which?: SQL): Promise<BackupRow[]> =>
  db
    .select()
    .from(backups)
    .where(and(eq(backups.place, describeBackupStorage(config)), which))
    .orderBy(desc(backups.createdAt), desc(backups.id))

/** Throws 404. */
export async function findBackup(db: Database, config: Place, id: number): Promise<BackupRow> {
  const [row] = await listBackups(db, config, eq(backups.id, id))
  if (!row) throw notFound('backup')
  return row
}

/** Starts a backup that this process makes. Throws 409 while one is running. */
export async function claimBackup(tx: Database, config: Place, reason: BackupReason): Promise<BackupRow> {
  const createdAt = new Date().toISOString()
  const [row] = await tx
    .insert(backups)
    .values({ file: fileOf(createdAt, reason), place: describeBackupStorage(config), reason })
    .onConflictDoNothing()
    .returning()
  if (!row) throw conflict('errors.backupRuns')
  return row
}

/** `2026-11-23T22-30-08Z-manual-1b9d6bcd.archive`: the list can be rebuilt from the names alone. */
const fileOf = (createdAt: string, reason: BackupReason): string =>
  `${createdAt.slice(0, 19).replaceAll(':', '-')}Z-${reason}-${crypto.randomUUID().slice(0, 8)}.archive`

/** Parses a backup's file name; undefined for any other. */
export function readFileName(file: string): { createdAt: string; reason: BackupReason } | undefined {
  const name = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(schedule|manual|before-restore)-[\da-f]{8}\.archive$/
  const [, day, hour, minute, second, reason] = name.exec(file) ?? []
  const createdAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(createdAt.getTime())
    ? undefined
    : { createdAt: createdAt.toISOString(), reason: reason as BackupReason }
}

/** undefined if another process has ended it. */
export async function endBackup(
  tx: Database,
  id: number,
  end: { bytes: number } | { fault: Pick<BackupFault, 'code' | 'detail'> },
): Promise<BackupRow | undefined> {
  const [row] = await tx
    .update(backups)
    .set(
      'fault' in end
        ? { state: 'failed', bytes: 0, fault: end.fault.code, detail: end.fault.detail }
        : { state: 'done', verified: true, bytes: end.bytes },
    )
    .where(and(eq(backups.id, id), eq(backups.state, 'running')))
    .returning()
  return row
}

/** The backups that are being made: each row is inserted by the process that makes it. */
export const runningBackups = leasedRows({
  table: backups,
  isOpen: eq(backups.state, 'running'),
  lease: { seconds: 15, renewedAt: 'aliveAt' },
  changed: ({ id }) => ({ kind: 'backup', action: 'updated', id }),
})

/** Backups to delete by the retention count, which applies to each reason separately. */
export async function supersededBackups(
  db: Database,
  config: Place,
  { keep, spare }: { keep: number; spare?: number },
): Promise<BackupRow[]> {
  const rows = await listBackups(db, config, ne(backups.state, 'running'))
  return (['schedule', 'manual', 'before-restore'] as const).flatMap((reason) => {
    const own = rows.filter((row) => row.reason === reason)
    const newestVerified = own.findIndex(({ verified }) => verified)
    const whole = own.filter(({ state }) => state === 'done')
    const last = whole[keep - 1]
    if (!last || newestVerified < 0 || newestVerified > own.indexOf(last)) return []
    return own.slice(own.indexOf(last) + 1).filter(({ id }) => id !== spare)
  })
}

export const dropBackups = (tx: Database, ids: readonly number[]) =>
  tx.delete(backups).where(inArray(backups.id, [...ids]))

const unset = { every: 'day', hour: 3, keep: 7 } as const

export async function readBackupSettings(db: Database, config: Place): Promise<BackupSettings> {
  const [row] = await db.select().from(backupSettings)
  const { every, hour, keep } = row ?? unset
  return { every, hour, keep, place: describeBackupStorage(config) }
}

/** Absent fields stay unchanged. Sets `since` when a schedule is switched on, so that nothing is overdue. */
export async function changeBackupSettings(tx: Database, change: BackupSettingsInput): Promise<void> {
  await tx.insert(backupSettings).values(unset).onConflictDoNothing()
  if (change.every)
    await tx
      .update(backupSettings)
      .set({ since: sql`now()` })
      .where(sql`every is null`)
  if (Object.values(change).some((value) => value !== undefined)) await tx.update(backupSettings).set(change)
}

/** The schedule; nothing before its `since` is due: when it was switched on, or the site's first start. */
export async function scheduleOf(tx: Database): Promise<typeof backupSettings.$inferSelect> {
  await tx.insert(backupSettings).values(unset).onConflictDoNothing()
  const [row] = await tx.select().from(backupSettings)
  return row!
}
