import { sql } from 'drizzle-orm'
import { withChanges } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import { system, type Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'

/** A recurring or scheduled job. */
export type Job = {
  name: string
  /** Deletes data permanently by age: it pauses while the clock is in doubt. */
  erases?: true
} & When &
  Work

type When =
  /** The interval in milliseconds, also between the start and the first run; with `atStart` that comes `calmAtStart` after the start. */
  | { every: number; atStart?: true | ((services: Services) => boolean) }
  /** The next time after `now`. */
  | { at(now: Date): Date }

type Work =
  /**
   * In a transaction that only one process runs at a time; its events reach their listeners.
   */
  | { run(tx: Transaction): Promise<unknown> }
  /** Runs in every process: for work that belongs to the process, or has a lock of its own (`tryLock`). */
  | {
      runInEach(services: Services): Promise<unknown>
      /** How many runs may overlap (1): otherwise a run that is due while the last one still works is skipped. */
      atOnce?: number
      /** Runs once more at shutdown, when all requests are answered. */
      atStop?: true
    }

export type Clock = {
  /** The system's time. */
  now(): number
  /** Milliseconds on a monotonic clock. */
  passed(): number
  /** Calls `ring` after that many milliseconds; the returned function cancels it. */
  wait(milliseconds: number, ring: () => void): () => void
}

/** Milliseconds between the start and the first run of jobs with `atStart`, during which only requests are served. */
const calmAtStart = 1000

/**
 * The longest timer, in milliseconds: timers do not account for a machine that slept or a clock that was set.
 */
const longestWait = 60_000

/**
 * Runs the jobs until the returned function is called, which resolves when all running jobs are done. Jobs with
 * `erases` are skipped while `mayErase` returns false, and all jobs while the database takes no writes.
 */
export function startScheduler(
  list: readonly Job[],
  services: Services,
  { clock = realClock, mayErase = () => true }: { clock?: Clock; mayErase?: () => boolean } = {},
): () => Promise<void> {
  services.meter.knowJobs(list.map(({ name }) => name))
  const plan = list.map((job) => ({
    job,
    next: runsAtStart(job, services) ? clock.passed() + calmAtStart : nextTime(job),
    working: new Set<Promise<void>>(),
  }))
  let isStopped = false
  let callOff = () => {}

  function nextTime(job: Job): number {
    return 'every' in job ? clock.passed() + job.every : job.at(new Date(clock.now())).getTime()
  }

  /** Milliseconds. A clock that was set back reaches the same times again. */
  function untilNext(entry: { job: Job; next: number }): number {
    if ('every' in entry.job) return entry.next - clock.passed()
    entry.next = Math.min(entry.next, nextTime(entry.job))
    return entry.next - clock.now()
  }

  function wait() {
    if (isStopped || plan.length === 0) return
    const soonest = Math.min(...plan.map(untilNext))
    callOff = clock.wait(Math.max(0, Math.min(soonest, longestWait)), ring)
  }

  function ring() {
    for (const entry of plan) {
      if (untilNext(entry) > 0) continue
      entry.next = nextTime(entry.job)
      const most = 'atOnce' in entry.job ? (entry.job.atOnce ?? 1) : 1
      if (entry.working.size >= most || (entry.job.erases && !mayErase()) || !services.takesWrites()) continue
      const working = work(entry.job, services).finally(() => entry.working.delete(working))
      entry.working.add(working)
    }
    wait()
  }

  wait()
  return async () => {
    isStopped = true
    callOff()
    await Promise.all(plan.flatMap(({ working }) => [...working]))
  }
}

const runsAtStart = (job: Job, services: Services): boolean =>
  'atStart' in job && (job.atStart === true || job.atStart?.(services) === true)

/** Runs the jobs of a graceful shutdown, after the last response. */
export async function runAtStop(list: readonly Job[], services: Services): Promise<void> {
  if (!services.takesWrites()) return
  await Promise.all(list.filter((job) => 'atStop' in job && job.atStop).map((job) => work(job, services)))
}

/** Whether this transaction gets the advisory lock `name`, exclusive among all processes until its end. */
export async function tryLock(tx: Database, name: string): Promise<boolean> {
  const [row] = await tx
    .select({ got: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`due ${name}`}, 0))` })
    .from(sql`(select 1) as one`)
  return row?.got === true
}

type Backlog = {
  /** The name of the lock: one process does the work at a time. */
  name: string
  /** Finds the next pending items, at most so many. */
  find(db: Database, most: number): Promise<string[]>
  take(tx: Transaction, some: readonly string[]): Promise<unknown>
  /** Entries per transaction. */
  atOnce: number
}

/** The batch size of `find`, which may scan a whole table. */
export const mostFound = 2000

/**
 * Works through a possibly long list in small steps, pausing as long as it works, so that requests come in between. Open
 * windows receive what changes.
 */
export async function workOff(
  { db, changes, stopping }: Pick<Services, 'db' | 'changes' | 'stopping'>,
  { name, find, take, atOnce }: Backlog,
): Promise<void> {
  for (let isLeft = true; isLeft;) {
    const found = await find(db, mostFound)
    isLeft = found.length === mostFound
    for (let from = 0; from < found.length; from += atOnce) {
      if (stopping.aborted) return
      const begun = performance.now()
      const isOurs = await withChanges({ db, changes }, async (tx) => {
        const got = await tryLock(tx, name)
        if (got) await take(tx, found.slice(from, from + atOnce))
        return got
      })
      if (!isOurs) return
      await Bun.sleep(performance.now() - begun)
    }
  }
}

async function work(job: Job, services: Services): Promise<void> {
  try {
    if ('runInEach' in job) {
      await job.runInEach(services)
      services.meter.jobEnded(job.name, true)
    } else {
      const isOurs = await commitWork(services, system, async (tx) => {
        const got = await tryLock(tx, job.name)
        if (got) await job.run(tx)
        return got
      })
      if (isOurs) services.meter.jobEnded(job.name, true)
    }
  } catch (error) {
    services.meter.jobEnded(job.name, false)
    services.log.warn('A job failed', { name: job.name, error })
  }
}

const realClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  wait(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
