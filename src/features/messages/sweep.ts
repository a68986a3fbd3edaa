import { and, eq, lt, or, sql } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import { tryLock } from '#platform/scheduler/scheduler'
import { system, type Transaction } from '#platform/events/events'
import { ownerSettings } from '#platform/owner/table'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { contactMessages } from './table'

const { id, spam, spamSince, submittedAt } = contactMessages

/** Deletes messages beyond the owner's retention time, and spam older than 30 days. */
export async function sweepMessages(services: Services): Promise<void> {
  await commitAs(
    services,
    system,
    (erased: number) =>
      erased > 0 ? { kind: 'message', action: 'deleted', id: null, activityActions: [] } : undefined,
    async (tx) => ((await tryLock(tx, 'sweep messages')) ? eraseOld(tx) : 0),
  )
}

/** Resolves to their number. Messages moved to spam by hand are kept as long as those classified as spam. */
async function eraseOld(tx: Transaction): Promise<number> {
  const [kept] = await tx.select({ days: ownerSettings.messagesKeptDays }).from(ownerSettings)
  const days = kept?.days ?? null
  const erased = await tx
    .delete(contactMessages)
    .where(
      or(
        and(eq(spam, true), lt(sql`coalesce(${spamSince}, ${submittedAt})`, sql`now() - interval '30 days'`)),
        days === null ? undefined : lt(submittedAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .returning({ id })
  emitChanges(
    tx,
    erased.map((row) => ({ kind: 'message', action: 'deleted', id: row.id })),
  )
  return erased.length
}
