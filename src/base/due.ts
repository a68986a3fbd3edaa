import { sql } from 'drizzle-orm'
import { telling } from './changes'
import type { Database } from './db/database'
import type { Services } from './services'

/** Something that is to be done again and again, or at a time. */
export type Due = { name: string } & When & Work

type When =
  /** Milliseconds between one time and the next; the first time is that long after the start. */
  | { every: number }
  /** The next time, as seen from `now`. */
  | { at(now: Date): Date }

type Work =
  /**
   * In a transaction that one process has at a time, and of whose changes open windows hear (`tellChanges`). What
   * writes records goes through `commitAs`, which has its own: see `runInEach`.
   */
  | { run(tx: Database): Promise<unknown> }
  /** In every process: what belongs to the process, or takes turns by itself (`takeTurn`). */
  | {
      runInEach(services: Services): Promise<unknown>
      /** How many times it may be under way at once; else whoever is still busy leaves the next time out. */
      atOnce?: number
    }

export type Clock = {
  now(): number
  /** Calls `ring` once after that many milliseconds; the function that it gives calls that off. */
  wait(milliseconds: number, ring: () => void): () => void
}

/**
 * Timers do not wake a machine that slept, and know nothing of a clock that was set: nobody sleeps longer than this.
 */
const longestWait = 60_000

/**
 * Does what is due, when it is due, until the function that it gives is called; that resolves when nothing is being
 * done any more.
 */
export function startDue(list: readonly Due[], services: Services, clock: Clock = realClock): () => Promise<void> {
  const plan = list.map((due) => ({
    due,
    next: nextTime(due, clock.now()),
    working: new Set<Promise<void>>(),
  }))
  let isStopped = false
  let callOff = () => {}

  function wait() {
    if (isStopped || plan.length === 0) return
    const soonest = Math.min(...plan.map(({ next }) => next)) - clock.now()
    callOff = clock.wait(Math.max(0, Math.min(soonest, longestWait)), ring)
  }

  function ring() {
    const now = clock.now()
    for (const entry of plan) {
      if (entry.next > now) continue
      entry.next = nextTime(entry.due, now)
      const most = 'atOnce' in entry.due ? (entry.due.atOnce ?? 1) : 1
      if (entry.working.size >= most) continue
      const working = work(entry.due, services).finally(() => entry.working.delete(working))
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

/** Whether this transaction is the only one, of all processes, that does what `name` says; it is so until its end. */
export async function takeTurn(tx: Database, name: string): Promise<boolean> {
  const [row] = await tx
    .select({ got: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${`due ${name}`}, 0))` })
    .from(sql`(select 1) as one`)
  return row?.got === true
}

const nextTime = (due: Due, now: number): number => ('every' in due ? now + due.every : due.at(new Date(now)).getTime())

async function work(due: Due, services: Services): Promise<void> {
  try {
    if ('runInEach' in due) {
      await due.runInEach(services)
    } else {
      await telling(services, async (tx) => {
        if (await takeTurn(tx, due.name)) await due.run(tx)
      })
    }
  } catch (error) {
    services.log.warn('Something that was due could not be done', { name: due.name, error })
  }
}

const realClock: Clock = {
  now: () => Date.now(),
  wait(milliseconds, ring) {
    const timer = setTimeout(ring, milliseconds)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
