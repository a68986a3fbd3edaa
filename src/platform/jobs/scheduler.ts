import { sql } from 'drizzle-orm'
import { type Changes, withChanges } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import { system, type Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { withPatience } from '#platform/request-deadline'
import { commitWork } from '#platform/writes/commit'
import { isHeldBack } from '#platform/writes/write-hold'
import type { WakeName } from './wakes'

/** A recurring or scheduled job, or one that sleeps until there is work. */
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
  /**
   * Sleeps until there may be work: `every` milliseconds after the start, after a wake, and after a run that left work
   * behind; at the latest `slowLook` after the last look.
   */
  | {
      every: number
      wakes: readonly WakeName[]
      /** Milliseconds until there is work: 0 or less if there is some, Infinity if none is known. By default a wake means work. */
      untilDue?(services: Services): number | Promise<number>
    }

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
  /** Calls `call` after that many milliseconds; the returned function cancels it. */
  wait(milliseconds: number, call: () => void): () => void
}

/** Milliseconds between the start and the first run of jobs with `atStart`, during which only requests are served. */
const calmAtStart = 1000

/**
 * The longest timer, in milliseconds: timers do not account for a machine that slept or a clock that was set.
 */
const longestWait = 60_000

/**
 * Milliseconds between two looks of a sleeping job, which find what no wake has reported: another process may have
 * ended between its commit and the notification.
 */
const slowLook = 60_000

/** Milliseconds: the shortest poll interval while no changes of other processes are received, and how soon that is noticed. */
const pollEvery = 500

const lossNoticed = 1000

type Entry = {
  job: Job
  next: number
  working: Set<Promise<unknown>>
  /** Whether it has run, which the first look always does: it may have to resume work. */
  hasRun: boolean
  /** Whether it was woken since its last look began. */
  isWoken: boolean
}

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
  const plan = list.map((job): Entry => ({
    job,
    next: runsAtStart(job, services) ? clock.passed() + calmAtStart : nextTime(job),
    working: new Set(),
    hasRun: false,
    isWoken: false,
  }))
  const hasNotifications = services.config.databaseUrl !== undefined
  const mustPoll = () => hasNotifications && services.cacheTags.listenError() !== undefined
  let isStopped = false
  let cancelWait = () => {}

  function nextTime(job: Job): number {
    return 'every' in job ? clock.passed() + job.every : job.at(new Date(clock.now())).getTime()
  }

  /** Milliseconds. A clock that was set back reaches the same times again. */
  function untilNext(entry: Entry): number {
    if ('every' in entry.job) return entry.next - clock.passed()
    entry.next = Math.min(entry.next, nextTime(entry.job))
    return entry.next - clock.now()
  }

  function wait() {
    cancelWait()
    if (isStopped || plan.length === 0) return
    const soonest = Math.min(...plan.map(untilNext), hasNotifications ? lossNoticed : longestWait)
    cancelWait = clock.wait(Math.max(0, Math.min(soonest, longestWait)), runDue)
  }

  function runDue() {
    if (mustPoll())
      for (const entry of plan) if ('wakes' in entry.job) lookWithin(entry, Math.max(entry.job.every, pollEvery))
    for (const entry of plan) {
      if (untilNext(entry) > 0) continue
      entry.next = nextTime(entry.job)
      const most = 'atOnce' in entry.job ? (entry.job.atOnce ?? 1) : 1
      if (entry.working.size >= most || (entry.job.erases && !mayErase()) || !services.takesWrites()) continue
      const running: Promise<unknown> = 'wakes' in entry.job ? look(entry, entry.job) : work(entry.job, services)
      const working = running.finally(() => entry.working.delete(working))
      entry.working.add(working)
    }
    wait()
  }

  function lookWithin(entry: Entry, milliseconds: number) {
    entry.next = Math.min(entry.next, clock.passed() + milliseconds)
  }

  /** Runs a job if there is work, and lets it sleep if none is left. While it works, it looks again every `every` milliseconds. */
  async function look(entry: Entry, job: Extract<Job, { wakes: unknown }>): Promise<void> {
    entry.isWoken = false
    const untilDue = async () => (job.untilDue ? Math.ceil(await job.untilDue(services)) : Infinity)
    try {
      let due = entry.hasRun && job.untilDue ? await untilDue() : 0
      entry.hasRun = true
      if (due <= 0) {
        if (!(await work(job, services))) return
        due = await untilDue()
      } else services.meter.jobEnded(job.name, true)
      if (due <= 0 || entry.isWoken || entry.working.size > 1) return
      entry.next = clock.passed() + Math.min(Math.max(due, job.every), slowLook)
      wait()
    } catch (error) {
      failed(job, services, error)
    }
  }

  function wake(what: WakeName | 'all') {
    for (const entry of plan) {
      if (!('wakes' in entry.job) || (what !== 'all' && !entry.job.wakes.includes(what))) continue
      entry.isWoken = true
      lookWithin(entry, entry.job.every)
    }
    wait()
  }

  const stopListening = [services.wakes.subscribe(wake), wakeByChanges(services.changes, wake)]
  wait()
  return async () => {
    isStopped = true
    for (const stop of stopListening) stop()
    cancelWait()
    await Promise.all(plan.flatMap(({ working }) => [...working]))
  }
}

/** Changes of other processes, and of this one even while notifications are interrupted. */
function wakeByChanges(changes: Changes, wake: (what: WakeName | 'all') => void): () => void {
  changes.onResumed(() => wake('all'))
  return changes.subscribe(
    (entries) => {
      for (const what of new Set(entries.map(({ change }) => (typeof change === 'string' ? change : change.kind))))
        if (what !== 'none') wake(what)
    },
    { ownAtOnce: true },
  )
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
      const hasLock = await withChanges({ db, changes }, async (tx) => {
        const got = await tryLock(tx, name)
        if (got) await take(tx, found.slice(from, from + atOnce))
        return got
      })
      if (!hasLock) return
      await Bun.sleep(performance.now() - begun)
    }
  }
}

/** Resolves to whether it succeeded. */
const work = (job: Job, services: Services): Promise<boolean> => withPatience(jobPatience, () => attempt(job, services))

/** Milliseconds that each query of a job waits for the embedded database while the machine is busy, or a restore runs. */
const jobPatience = 60_000

async function attempt(job: Job, services: Services): Promise<boolean> {
  try {
    if ('runInEach' in job) {
      await job.runInEach(services)
      services.meter.jobEnded(job.name, true)
    } else {
      const hasLock = await commitWork(services, system, async (tx) => {
        const got = await tryLock(tx, job.name)
        if (got) await job.run(tx)
        return got
      })
      if (hasLock) services.meter.jobEnded(job.name, true)
    }
    return true
  } catch (error) {
    // No failure: it runs after the restore.
    if (!isHeldBack(error)) failed(job, services, error)
    return false
  }
}

function failed({ name }: Job, services: Services, error: unknown): void {
  services.meter.jobEnded(name, false)
  services.log.warn('A job failed', { name, error })
}

const realClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  wait(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
