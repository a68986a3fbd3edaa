import { desc, eq, sql } from 'drizzle-orm'
import { BackupFault } from './faults'
import { type BackupRow, claimBackup, scheduleOf } from './store'
import { backups, type backupSettings } from './table'
import type { Database } from '#platform/db/database'
import { system } from '#platform/events/events'
import { tryLock } from '#platform/scheduler/scheduler'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { HttpError } from '#contract/http-error'
import { backupBegun, runBackup } from './make-backup'

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
