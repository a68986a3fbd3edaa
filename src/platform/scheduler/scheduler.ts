import { sql } from 'drizzle-orm'
import { withChanges } from '#platform/events/changes'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { system, type Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'

/** Something that is to be done again and again, or at a time. */
export type Job = {
  name: string
  /** For good, by its age: it waits while the clock is doubted. */
  erases?: true
  /** What every start does of it before it serves; any number of processes may do so at once. */
  atStart?(db: Database, config: Config): Promise<void>
} & When &
  Work

type When =
  /** Milliseconds between one time and the next; the first time is that long after the start. */
  | { every: number }
  /** The next time, as seen from `now`. */
  | { at(now: Date): Date }

type Work =
  /**
   * In a transaction that only one process runs at a time; its events reach their listeners.
   */
  | { run(tx: Transaction): Promise<unknown> }
  /** In every process: what belongs to the process, or takes turns by itself (`tryLock`). */
  | {
      runInEach(services: Services): Promise<unknown>
      /** How many runs may overlap (1): otherwise a run that is due while the last one still works is skipped. */
      atOnce?: number
      /** Done once more when everything is answered and the process is about to end. */
      atStop?: true
    }

export type Clock = {
  /** As people have set it. */
  now(): number
  /** Milliseconds on a monotonic clock. */
  passed(): number
  /** Calls `ring` once after that many milliseconds; the function that it gives calls that off. */
  wait(milliseconds: number, ring: () => void): () => void
}

/**
 * The longest timer, in milliseconds: timers do not account for a machine that slept or a clock that was set.
 */
const longestWait = 60_000

/**
 * Runs the jobs, each at its time, until the function that it gives is called; that resolves when nothing is being
 * done any more. What erases is left out while `mayErase` says no, and everything while the
 * database takes no writes.
 */
export function startScheduler(
  list: readonly Job[],
  services: Services,
  { clock = realClock, mayErase = () => true }: { clock?: Clock; mayErase?: () => boolean } = {},
): () => Promise<void> {
  services.meter.knowJobs(list.map(({ name }) => name))
  const plan = list.map((job) => ({
    job,
    next: nextTime(job),
    working: new Set<Promise<void>>(),
  }))
  let isStopped = false
  let callOff = () => {}

  function nextTime(job: Job): number {
    return 'every' in job ? clock.passed() + job.every : job.at(new Date(clock.now())).getTime()
  }

  /** Milliseconds. A clock that was set back comes to the same times again. */
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

/** Runs the jobs of a graceful shutdown, after the last response. */
export async function runAtStop(list: readonly Job[], services: Services): Promise<void> {
  if (!services.takesWrites()) return
  await Promise.all(list.filter((job) => 'atStop' in job && job.atStop).map((job) => work(job, services)))
}

/** Whether this transaction is the only one, of all processes, that does what `name` says; it is so until its end. */
export async function tryLock(tx: Database, name: string): Promise<boolean> {
  const [row] = await tx
    .select({ got: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`due ${name}`}, 0))` })
    .from(sql`(select 1) as one`)
  return row?.got === true
}

type Backlog = {
  /** That of the work: one process does it at a time. */
  name: string
  /** Finds the next pending items, at most so many. */
  find(db: Database, most: number): Promise<string[]>
  take(tx: Transaction, some: readonly string[]): Promise<unknown>
  /** How many of them are done in one transaction. */
  atOnce: number
}

/** The batch size of `find`, which may scan a whole table. */
const mostFound = 2000

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
      const isOurs = await commitAs(
        services,
        system,
        () => undefined,
        async (tx) => {
          const got = await tryLock(tx, job.name)
          if (got) await job.run(tx)
          return got
        },
      )
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
