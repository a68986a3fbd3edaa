import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Log } from '#platform/log/log'
import type { Services } from '#platform/services'
import { sql } from 'drizzle-orm'
import { repeat } from '#platform/within'

const lookEvery = 1000
const second = 1000
const day = 86_400_000

/** Milliseconds after a start in which the machine's clock may still be set. */
const untilSetAtStart = 600_000

type SiteClock = {
  /** Compares the clock with the latest timestamps in the database; called before this process writes its own. */
  check(db: Database): Promise<void>
  /** Detects changes of the clock until the returned function is called. */
  watch(services: Services): () => void
  /** Whether expired rows may be deleted: not right after the clock has jumped far ahead. */
  mayErase(): boolean
}

/** The site's clock: that of the database, which is this machine's where the database is embedded. */
export function createSiteClock({ databaseUrl }: Pick<Config, 'databaseUrl'>, log: Log): SiteClock {
  const isEmbedded = databaseUrl === undefined
  const name = isEmbedded ? 'The clock of this machine' : 'The clock of the database'
  let doubtedUntil = Number.NEGATIVE_INFINITY

  const doubt = (milliseconds: number) => {
    doubtedUntil = performance.now() + milliseconds
  }

  function handleJump(services: Services, by: number) {
    // The expiry of cached responses was counted down from the time before the jump.
    services.cacheTags.touchAll()
    services.wakes.wake('all')
    if (by > day) doubt(day)
    if (by > 0) {
      const consequence = by > day ? '; what is kept for a time is erased a day later, in case the clock is wrong' : ''
      log.warn(
        `${name} went ahead by ${inWords(by)}: what was scheduled until then is live, and what was to end by then has ended${consequence}`,
      )
    } else {
      log.warn(`${name} went back by ${inWords(by)}: ${whatWaits}`)
    }
  }

  return {
    async check(db) {
      const behind = await behindLastSign(db)
      if (behind > second) {
        log.warn(`${name} is ${inWords(behind)} behind what was written last; if it is wrong, set it: ${whatWaits}`)
      } else if (-behind > day) {
        doubt(untilSetAtStart)
        log.warn(
          `${name} is ${inWords(behind)} after what was written last; if it is wrong, set it: what is kept for a time is erased from ten minutes after this start on`,
        )
      }
    },
    watch(services) {
      const watch = createClockWatch(isEmbedded ? () => Date.now() : () => momentOf(services.db))
      async function look() {
        const by = await watch.look()
        if (by !== 0) handleJump(services, by)
      }

      // Retried while the database is unreachable.
      void look().catch(() => {})
      return repeat(lookEvery, look)
    },
    mayErase: () => performance.now() > doubtedUntil,
  }
}

const whatWaits = 'what was published meanwhile counts as scheduled until its time comes again'

async function momentOf(db: Database): Promise<number> {
  const [row] = await db
    .select({ ms: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
    .from(sql`(select 1) as one`)
  return Number(row?.ms)
}

/** Milliseconds since the last sign of life: builds in use write one every few hours. 0 if there is none. */
async function behindLastSign(db: Database): Promise<number> {
  const [row] = await db
    .select({ ms: sql<string | null>`extract(epoch from max(at) - clock_timestamp()) * 1000` })
    .from(sql`(select max(at) as at from activity union all select max(used_at) from assets) as signs`)
  return Number(row?.ms ?? 0)
}

/** Milliseconds. Smaller differences are not jumps: a query takes that long. */
const leastJump = 1000

type ClockWatch = {
  /** Resolves to the milliseconds by which the clock jumped ahead (back: below 0) since the last call; 0 for no jump. */
  look(): Promise<number>
}

/**
 * Detects jumps of the clock that `read` returns (milliseconds) by comparing it with a monotonic one.
 */
export function createClockWatch(
  read: () => number | Promise<number>,
  passed: () => number = () => performance.now(),
): ClockWatch {
  /** Bounds of the difference between the clock and the monotonic one. */
  let last: { least: number; most: number } | undefined

  return {
    async look() {
      const asked = passed()
      const moment = await read()
      const answered = passed()
      if (answered - asked > leastJump) return 0
      const found = { least: moment - answered, most: moment - asked }
      const before = last ?? found
      last = found
      if (found.least - before.most > leastJump) return found.least - before.most
      return before.least - found.most > leastJump ? found.most - before.least : 0
    },
  }
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** Formats milliseconds of either sign, roughly: `90 min`. */
export function inWords(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000
  const [name, size] = units.find(([, least]) => seconds >= 2 * least) ?? ['s', 1]
  return `${Math.round(seconds / size)} ${name}`
}
