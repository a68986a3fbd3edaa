import { and, desc, eq, inArray, lt, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { type Backup, type BackupReason, type BackupSettings, type BackupSettingsInput } from '#contract/backups'
import { conflict, notFound } from '#contract/http-error'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { describeBackupPlace } from './open-backup-place'
import type { BackupFault } from './faults'
import { backups, backupSettings } from './table'

type Place = Pick<Config, 'dataDir' | 'backupBucket'>
export type BackupRow = typeof backups.$inferSelect

/** As the API answers it, in the language of whoever asks. */
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

/** What a fault is, in a sentence or two, and what the system or the store says of it. */
export const faultText = (language: Language, code: BackupFault['code'], detail: string): string =>
  [translate(language, `backup.fault.${code}`), detail && `(${detail})`].filter(Boolean).join(' ')

/** Those at the place where backups lie now, newest first. */
export const listBackups = (db: Database, config: Place, which?: SQL): Promise<BackupRow[]> =>
  db
    .select()
    .from(backups)
    .where(and(eq(backups.place, describeBackupPlace(config)), which))
    .orderBy(desc(backups.createdAt), desc(backups.id))

/** Throws 404. */
export async function findBackup(db: Database, config: Place, id: number): Promise<BackupRow> {
  const [row] = await listBackups(db, config, eq(backups.id, id))
  if (!row) throw notFound('backup')
  return row
}

/** Begins one, which this process then makes. Throws 409 while there is one that runs. */
export async function claimBackup(tx: Database, config: Place, reason: BackupReason): Promise<BackupRow> {
  const createdAt = new Date().toISOString()
  const [row] = await tx
    .insert(backups)
    .values({ file: fileOf(createdAt, reason), place: describeBackupPlace(config), reason })
    .onConflictDoNothing()
    .returning()
  if (!row) throw conflict('errors.backupRuns')
  return row
}

/** `2026-11-23T22-30-08Z-manual-1b9d6bcd.archive`: the list can be made from the names alone. */
const fileOf = (createdAt: string, reason: BackupReason): string =>
  `${createdAt.slice(0, 19).replaceAll(':', '-')}Z-${reason}-${crypto.randomUUID().slice(0, 8)}.archive`

/** What a name says of the backup that lies under it; undefined for anything else. */
export function readFileName(file: string): { createdAt: string; reason: BackupReason } | undefined {
  const name = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(schedule|manual|before-restore)-[\da-f]{8}\.archive$/
  const [, day, hour, minute, second, reason] = name.exec(file) ?? []
  const createdAt = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(createdAt.getTime())
    ? undefined
    : { createdAt: createdAt.toISOString(), reason: reason as BackupReason }
}

/** Whether it is still this process that makes it. */
export async function renewHeartbeat(db: Database, id: number, bytes: number): Promise<boolean> {
  const rows = await db
    .update(backups)
    .set({ aliveAt: sql`now()`, bytes })
    .where(and(eq(backups.id, id), eq(backups.state, 'running')))
    .returning({ id: backups.id })
  return rows.length > 0
}

/** undefined where somebody else has ended it. */
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

/**
 * Those whose process has not been heard of for so long that it is gone; `ours` are those that this one makes. Nobody
 * else makes one of an embedded database: what runs there and is not ours was left by a process that died.
 */
export const abandonedBackups = (
  db: Database,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  ours: Iterable<number>,
): Promise<BackupRow[]> =>
  db
    .select()
    .from(backups)
    .where(
      and(
        eq(backups.state, 'running'),
        notInArray(backups.id, [...ours]),
        lt(backups.aliveAt, sql`now() - make_interval(secs => ${databaseUrl === undefined ? 2 : 15})`),
      ),
    )

/** Of what a newer one makes superfluous: those of each reason go by the same count, of their own. */
export async function superfluous(
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
  return { every, hour, keep, place: describeBackupPlace(config) }
}

/** What is left out stays. Nothing is overdue of a schedule that begins now. */
export async function changeBackupSettings(tx: Database, change: BackupSettingsInput): Promise<void> {
  await tx.insert(backupSettings).values(unset).onConflictDoNothing()
  if (change.every)
    await tx
      .update(backupSettings)
      .set({ since: sql`now()` })
      .where(sql`every is null`)
  if (Object.values(change).some((value) => value !== undefined)) await tx.update(backupSettings).set(change)
}

/** Until when the schedule reaches back: since it was asked for, or since the site was first there. */
export async function scheduleOf(tx: Database): Promise<typeof backupSettings.$inferSelect> {
  await tx.insert(backupSettings).values(unset).onConflictDoNothing()
  const [row] = await tx.select().from(backupSettings)
  return row!
}
