import { lte, notExists, not, type SQL, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { mailPace } from './table'

/**
 * Seconds of delay that may be caught up: the outbox is polled twice a second. The interval between letters is such that
 * no minute exceeds `MAIL_RATE`, catching up included.
 */
const late = 1
const apart = ({ mailRate }: Pick<Config, 'mailRate'>) => (60 + late) / mailRate

/** Whether the rate limit lets a letter be sent now, without counting one. */
export const mayTryLetter = (db: Database): SQL =>
  notExists(
    db
      .select({ id: mailPace.id })
      .from(mailPace)
      .where(not(lte(mailPace.nextLetterAt, sql`clock_timestamp()`))),
  )

/**
 * Counts a letter against the rate limit of all processes; no row when the limit is reached. `where` says whether a letter waits.
 */
export const countLetter = (db: Database, config: Pick<Config, 'mailRate'>, where: SQL) => {
  const next = sql`greatest(${mailPace.nextLetterAt}, clock_timestamp() - ${interval(late)}) + ${interval(apart(config))}`
  return db
    .insert(mailPace)
    .select(sql`select 1, clock_timestamp() + ${interval(apart(config))} - ${interval(late)} ${where}`)
    .onConflictDoUpdate({
      target: mailPace.id,
      set: { nextLetterAt: next },
      setWhere: lte(mailPace.nextLetterAt, sql`clock_timestamp()`),
    })
    .returning({ id: mailPace.id })
}

const interval = (seconds: number) => sql`make_interval(secs => ${seconds})`
