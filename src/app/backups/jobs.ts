import { inArray, sql, desc, eq } from 'drizzle-orm'
import { type Job, tryLock } from '#platform/jobs/scheduler'
import type { Services } from '#platform/services'
import type { Database } from '#platform/db/database'
import { system } from '#platform/events/events'
import { commitAs } from '#platform/writes/commit'
import { HttpError } from '#contract/http-error'
import { type BackupRow, listBackups, readFileName, claimBackup, runningBackups, scheduleOf } from './store'
import { backupBegun, runBackup, failBackup, dropFiles, removeOld } from './make-backup'
import { openBackupStorage, describeBackupStorage, partOf } from './backup-storage'
import { BackupFault } from './faults'
import { backups, type backupSettings } from './table'

/** Makes a backup if one is due, in one of all processes. The backup itself reports its failure. */
export async function backUpWhenDue(services: Services): Promise<void> {
  const row = await claimDue(services)
  if (!row) return
  try {
    await runBackup(services, row)
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
  }
}

async function claimDue(services: Services): Promise<BackupRow | undefined> {
  try {
    return await commitAs(
      services,
      system,
      (row) => row && backupBegun(row),
      async (tx) =>
        (await tryLock(tx, 'back up')) && (await isOneDue(tx))
          ? claimBackup(tx, services.config, 'schedule')
          : undefined,
    )
  } catch (error) {
    // A manual backup is running.
    if (error instanceof HttpError && error.status === 409) return undefined
    throw error
  }
}

async function isOneDue(tx: Database): Promise<boolean> {
  const schedule = await scheduleOf(tx)
  const recent = await tx
    .select({ state: backups.state, createdAt: backups.createdAt })
    .from(backups)
    .where(eq(backups.reason, 'schedule'))
    .orderBy(desc(backups.id))
    .limit(20)
  const [clock] = await tx
    .select({ now: sql<number>`(extract(epoch from now()) * 1000)::float8` })
    .from(sql`(select 1) as one`)
  return isDue(schedule, recent, clock?.now ?? Date.now())
}

const anHour = 3_600_000
const aDay = 24 * anHour
/** Attempts at intervals of an hour, before the next day. */
const mostTries = 3

type Schedule = Pick<typeof backupSettings.$inferSelect, 'every' | 'hour' | 'since'>
type ScheduledBackup = Pick<BackupRow, 'state' | 'createdAt'>

/** Also if its time has passed while the site was down. `recent` are the scheduled backups, newest first. */
export function isDue({ every, hour, since }: Schedule, recent: readonly ScheduledBackup[], now: number): boolean {
  const today = new Date(now).setUTCHours(hour, 0, 0, 0)
  const last = today > now ? today - aDay : today
  if (every === null || last < Date.parse(since)) return false
  const begin = every === 'day' ? last : last - 6 * aDay
  const times = (wanted: (one: ScheduledBackup) => boolean) =>
    recent.filter(wanted).map(({ createdAt }) => Date.parse(createdAt))
  const failures = times(({ state }) => state === 'failed').filter((at) => at >= last)
  return (
    !times(({ state }) => state !== 'failed').some((at) => at >= begin) &&
    failures.length < mostTries &&
    failures.every((at) => now - at >= anHour)
  )
}

const minute = 60_000
const nextMinute = (now: Date) => new Date((Math.floor(now.getTime() / minute) + 1) * minute)

export const backupJobs: readonly Job[] = [
  {
    name: 'recover backups',
    every: 2000,
    wakes: ['backup'],
    untilDue: (services) => runningBackups.untilDue(services),
    runInEach: (services) => recoverBackups(services),
  },
  { name: 'scan the backups', every: 3_600_000, atStart: true, runInEach: scanBackupStorage },
  // The schedule is by the hour. A backup may take longer than any other job, so it is never reported as late.
  { name: 'back up', at: nextMinute, runInEach: backUpWhenDue },
]

/** Ends backups whose process is gone. */
export const recoverBackups = (services: Services): Promise<void> =>
  runningBackups.runDue(services, {
    async work({ row }) {
      await failBackup(services, row, new BackupFault('crashed'))
      await dropFiles(services, [row])
    },
  })

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
