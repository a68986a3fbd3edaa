import { lte, notExists, not, type SQL, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { mailPace } from './table'

/**
 * Seconds that may be made up for: the outbox is looked at twice in each. Letters are so far apart that no minute holds
 * more than it may, with what is made up for.
 */
const late = 1
const apart = ({ mailRate }: Pick<Config, 'mailRate'>) => (60 + late) / mailRate

/** Whether the time of a letter has come, as far as can be seen without counting it. */
export const mayTryLetter = (db: Database): SQL =>
  notExists(
    db
      .select({ id: mailPace.id })
      .from(mailPace)
      .where(not(lte(mailPace.nextLetterAt, sql`clock_timestamp()`))),
  )

/**
 * Counts a letter that is tried, of all processes; no row where it is one too many. `where` says whether there is any.
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
