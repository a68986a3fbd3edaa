import { and, eq, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Services } from '#platform/services'
import { countLetter, mayTryLetter } from './letter-pace'
import { outbox } from './table'

/** How long a mail that one process is sending is leased to it; renewed while it is being sent. */
export const lease = sql`now() + interval '4 seconds'`

/**
 * Leases the mail that has waited longest and is not leased by another process. Letters to subscribers come after all
 * other mail, and no faster than `MAIL_RATE`.
 */
export async function claimMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { inHand, withLetters }: { inHand: ReadonlySet<string>; withLetters: boolean },
): Promise<typeof outbox.$inferSelect | undefined> {
  const isLetter = eq(outbox.kind, 'letter')
  const next = db.$with('next').as(
    db
      .select({ id: outbox.id, kind: outbox.kind })
      .from(outbox)
      .where(
        and(
          eq(outbox.state, 'waiting'),
          lte(outbox.nextAttemptAt, sql`now()`),
          or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, sql`now()`)),
          notInArray(outbox.messageId, [...inHand]),
          or(ne(outbox.kind, 'letter'), and(sql`${withLetters}`, mayTryLetter(db))),
        ),
      )
      .orderBy(isLetter, outbox.nextAttemptAt, outbox.id)
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  const paced = db.$with('paced').as(countLetter(db, config, sql`from next where kind = 'letter'`))
  const [row] = await db
    .with(next, paced)
    .update(outbox)
    .set({ leasedUntil: lease, attempts: sql`${outbox.attempts} + 1` })
    .where(eq(outbox.id, sql`(select id from next where kind <> 'letter' or exists (select from paced))`))
    .returning()
  return row
}
