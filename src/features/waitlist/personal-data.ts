import { asc, eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { emitChanges } from '#platform/events/changes'
import { mayBeEmail } from '#platform/db/may-contain-email'
import type { PersonalData } from '#platform/personal-data'
import { emailKey } from '#text/email'
import { forgetConfirmations } from './confirmation-limits'
import { subscriber } from './contract'
import { waitlistSubscribers } from './table'

const { id, email, submittedAt, state, news, language, confirmedAt, unsubscribedAt, welcomedAt } = waitlistSubscribers

/** Sign-ups caught by the honeypot are included. */
export const personalData: PersonalData = {
  name: 'subscribers',
  kind: 'subscriber',
  shape: subscriber
    .extend({
      confirmedAt: z.iso.datetime().nullable(),
      unsubscribedAt: z.iso.datetime().nullable(),
      welcomedAt: z.iso.datetime().nullable(),
    })
    .meta({ id: 'SubscriberOfPerson' }),
  async find(db, { key }) {
    const rows = await db
      .select({ id, email })
      .from(waitlistSubscribers)
      .where(or(eq(waitlistSubscribers.emailKey, key), mayBeEmail(email, key)))
    return rows.filter((row) => emailKey(row.email) === key).map((row) => row.id)
  },
  read: (db, ids) =>
    db
      .select({ id, email, submittedAt, state, news, language, confirmedAt, unsubscribedAt, welcomedAt })
      .from(waitlistSubscribers)
      .where(inArray(id, [...ids]))
      .orderBy(asc(id)),
  async erase(tx, ids) {
    const rows = await tx
      .delete(waitlistSubscribers)
      .where(inArray(id, [...ids]))
      .returning({ id, email })
    for (const row of rows) await forgetConfirmations(tx, row.email)
    emitChanges(
      tx,
      rows.map((row) => ({ kind: 'subscriber', action: 'deleted', id: row.id })),
    )
    return { subscribers: rows.length }
  },
}
