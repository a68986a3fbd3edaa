import { inArray, or, sql } from 'drizzle-orm'
import { mayContainEmail } from '#platform/db/may-contain-email'
import type { PersonalData } from '#platform/personal-data'
import { containsEmail } from '#text/email-forms'
import { activityEntry } from './contract'
import { readActivity } from './store'
import { activity } from './table'

const { id, title } = activity
const record = sql<string>`${activity.kind} || ':' || coalesce(${activity.recordId}, '')`

/** Entries about a person's records, or with their address. They are anonymized, not deleted. */
export const personalData: PersonalData = {
  name: 'activity',
  shape: activityEntry,
  async find(db, { key, records }) {
    const rows = await db
      .select({ id, title, record })
      .from(activity)
      .where(or(mayContainEmail(title, key), records.length > 0 ? inArray(record, [...records]) : undefined))
    const theirs = new Set(records)
    return rows.filter((row) => theirs.has(row.record) || containsEmail(row.title, key)).map((row) => row.id)
  },
  read: (db, ids) => readActivity(db, inArray(id, [...ids])),
  async erase(tx, ids) {
    const rows = await tx
      .update(activity)
      .set({ title: '' })
      .where(inArray(id, [...ids]))
      .returning({ id })
    return { activity: rows.length }
  },
}
