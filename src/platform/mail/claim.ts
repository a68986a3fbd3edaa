import { eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { leasedRows } from '#platform/jobs/leased-rows'
import type { Services } from '#platform/services'
import { outbox, mailPace } from './table'

const isNewsletter = eq(outbox.kind, 'letter')

/** The mails that wait. Newsletters are due when the rate limit lets them be sent. */
export const mails = leasedRows({
  table: outbox,
  isOpen: eq(outbox.state, 'waiting'),
  dueAt: sql`greatest(${outbox.nextAttemptAt},
    case when ${isNewsletter} then (select ${mailPace.nextLetterAt} from ${mailPace}) end)`,
  lease: { seconds: 4, until: 'leasedUntil' },
  claimedBy: 'attempts',
  changed: ({ id }) => ({ kind: 'mail', action: 'updated', id }),
})

/** How to claim the next mail: newsletters come after all other mail, and no faster than `MAIL_RATE`. */
export function nextMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { withNewsletters }: { withNewsletters: boolean },
) {
  const isClaimedNewsletter = sql`from ${outbox} where ${isNewsletter} and ${outbox.id} = (select id from next)`
  return {
    where: withNewsletters ? undefined : ne(outbox.kind, 'letter'),
    orderBy: [isNewsletter, outbox.nextAttemptAt, outbox.id],
    guard: {
      statement: db.$with('paced').as(countNewsletter(db, config, isClaimedNewsletter)),
      where: sql`(${ne(outbox.kind, 'letter')} or exists (select from paced))`,
    },
  }
}

/**
 * Seconds of delay that may be caught up: the outbox is looked at twice a second while newsletters wait. The interval between newsletters is such that
 * no minute exceeds `MAIL_RATE`, catching up included.
 */
const late = 1

const apart = ({ mailRate }: Pick<Config, 'mailRate'>) => (60 + late) / mailRate

/**
 * Counts the mail of a newsletter against the rate limit of all processes; no row when the limit is reached. `where` says whether one waits.
 */
const countNewsletter = (db: Database, config: Pick<Config, 'mailRate'>, where: SQL) => {
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
