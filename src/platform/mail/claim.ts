import { and, eq, isNull, lt, lte, ne, notInArray, or, sql, notExists, not, type SQL } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import type { Services } from '#platform/services'
import { outbox, mailPace } from './table'

/**
 * Seconds of delay that may be caught up: the outbox is looked at twice a second while newsletters wait. The interval between newsletters is such that
 * no minute exceeds `MAIL_RATE`, catching up included.
 */
const late = 1

/** How long a mail that one process is sending is leased to it; renewed while it is being sent. */
export const lease = sql`now() + interval '4 seconds'`

/**
 * Leases the mail that has waited longest and is not leased by another process. Newsletters come after all
 * other mail, and no faster than `MAIL_RATE`.
 */
export async function claimMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { claimed, withNewsletters }: { claimed: ReadonlySet<string>; withNewsletters: boolean },
): Promise<typeof outbox.$inferSelect | undefined> {
  const isNewsletter = eq(outbox.kind, 'letter')
  const next = db.$with('next').as(
    db
      .select({ id: outbox.id, kind: outbox.kind })
      .from(outbox)
      .where(
        and(
          eq(outbox.state, 'waiting'),
          lte(outbox.nextAttemptAt, sql`now()`),
          or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, sql`now()`)),
          notInArray(outbox.messageId, [...claimed]),
          or(ne(outbox.kind, 'letter'), and(sql`${withNewsletters}`, mayTryNewsletter(db))),
        ),
      )
      .orderBy(isNewsletter, outbox.nextAttemptAt, outbox.id)
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  const paced = db.$with('paced').as(countNewsletter(db, config, sql`from next where kind = 'letter'`))
  const [row] = await db
    .with(next, paced)
    .update(outbox)
    .set({ leasedUntil: lease, attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, sql`(select id from next where kind <> 'letter' or exists (select from paced))`))
    .returning()
  return row
}

/** Milliseconds until a mail that waits can be claimed; Infinity if none waits. */
export const untilDue = (db: Database): Promise<number> =>
  untilEarliest(db, outbox, {
    moment: sql`greatest(${outbox.nextAttemptAt}, ${outbox.leasedUntil},
      case when ${outbox.kind} = 'letter' then (select ${mailPace.nextLetterAt} from ${mailPace}) end)`,
    where: eq(outbox.state, 'waiting'),
  })

const apart = ({ mailRate }: Pick<Config, 'mailRate'>) => (60 + late) / mailRate

/** Whether the rate limit lets a newsletter be sent now, without counting one. */
const mayTryNewsletter = (db: Database): SQL =>
  notExists(
    db
      .select({ id: mailPace.id })
      .from(mailPace)
      .where(not(lte(mailPace.nextLetterAt, sql`clock_timestamp()`))),
  )

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
