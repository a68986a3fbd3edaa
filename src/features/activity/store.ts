import { and, desc, eq, gte, lt, type SQL, sql, inArray, or } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Actor, WriteEvent } from '#platform/events/events'
import { type ActivityEntry, type ActivityKind, activityKinds, activityEntry, type ActivityQuery } from './contract'
import { activity } from './table'
import { mayContainEmail } from '#platform/db/sql'
import type { PersonalData } from '#platform/personal-data'
import { containsEmail } from '#text/email-forms'

/** Newest first. */
export async function listActivity(db: Database, query: ActivityQuery): Promise<ActivityEntry[]> {
  const { user, action, kind, id, from, to, limit, before } = query
  return readActivity(
    db,
    and(
      user === undefined ? undefined : eq(activity.username, user),
      action === undefined ? undefined : eq(activity.action, action),
      kind === undefined ? undefined : eq(activity.kind, kind),
      id === undefined ? undefined : eq(activity.recordId, id),
      from === undefined ? undefined : gte(activity.at, from),
      to === undefined ? undefined : lt(activity.at, to),
      before === undefined ? undefined : lt(activity.id, before),
    ),
    limit,
  )
}

/** The newest matching entries, newest first. */
export async function readActivity(db: Database, which: SQL | undefined, limit?: number): Promise<ActivityEntry[]> {
  const all = db.select().from(activity).where(which).orderBy(desc(activity.id)).$dynamic()
  const rows = await (limit === undefined ? all : all.limit(limit))
  return rows.map(({ userId, username, ...row }) => ({
    ...row,
    user: userId === null || username === null ? null : { id: userId, username },
  }))
}

/** Inserts an entry for each action of a write by an administrator or the site itself, in the same transaction. */
export async function logWrite(tx: Database, event: WriteEvent): Promise<void> {
  const { kind, id, action, actor, activityActions = [action === 'drafted' ? 'updated' : action] } = event
  if (!isActivityKind(kind) || activityActions.length === 0) return
  if (actor.is === 'visitor' && !activityActions.includes('sign-in-refused')) return
  const recordId = id === null ? null : String(id)
  if (action === 'drafted' && (await isGoingOn(tx, kind, recordId, actor))) return
  const source = actor.is === 'system' ? undefined : actor.source
  const title = (event.title ?? (await lastTitle(tx, kind, recordId))).slice(0, longestTitle)
  await tx.insert(activity).values(
    activityActions.map((done) => ({
      ...(actor.is === 'administrator' ? { userId: actor.user.id, username: actor.user.username } : {}),
      action: done,
      kind,
      recordId,
      title,
      ...source,
    })),
  )
}

const longestTitle = 300

const isActivityKind = (kind: string): kind is ActivityKind => (activityKinds as readonly string[]).includes(kind)

/** Drafts are saved every few seconds while typing: consecutive saves are one entry. */
async function isGoingOn(tx: Database, kind: ActivityKind, recordId: string | null, actor: Actor): Promise<boolean> {
  const [last] = await tx
    .select({
      userId: activity.userId,
      action: activity.action,
      isRecent: sql<boolean>`${activity.at} > now() - interval '10 minutes'`,
    })
    .from(activity)
    .where(and(eq(activity.kind, kind), eq(activity.recordId, recordId ?? '')))
    .orderBy(desc(activity.id))
    .limit(1)
  return actor.is === 'administrator' && last?.userId === actor.user.id && last.action === 'updated' && last.isRecent
}

/** The record's title as of its last entry, because a deletion does not read the record. */
async function lastTitle(tx: Database, kind: ActivityKind, recordId: string | null): Promise<string> {
  if (recordId === null) return ''
  const [row] = await tx
    .select({ title: activity.title })
    .from(activity)
    .where(and(eq(activity.kind, kind), eq(activity.recordId, recordId)))
    .orderBy(desc(activity.id))
    .limit(1)
  return row?.title ?? ''
}

/** Deletes entries after the retention time. */
export async function sweepActivity(tx: Database): Promise<void> {
  await tx.delete(activity).where(lt(activity.at, sql`now() - interval '400 days'`))
}

const recordOfEntry = sql<string>`${activity.kind} || ':' || coalesce(${activity.recordId}, '')`

/** Entries about a person's records, or with their address. They are anonymized, not deleted. */
export const personalData: PersonalData = {
  name: 'activity',
  shape: activityEntry,
  async find(db, { key, records }) {
    const rows = await db
      .select({ id: activity.id, title: activity.title, record: recordOfEntry })
      .from(activity)
      .where(
        or(mayContainEmail(activity.title, key), records.length > 0 ? inArray(recordOfEntry, [...records]) : undefined),
      )
    const theirs = new Set(records)
    return rows.filter((row) => theirs.has(row.record) || containsEmail(row.title, key)).map((row) => row.id)
  },
  read: (db, ids) => readActivity(db, inArray(activity.id, [...ids])),
  async erase(tx, ids) {
    const rows = await tx
      .update(activity)
      .set({ title: '' })
      .where(inArray(activity.id, [...ids]))
      .returning({ id: activity.id })
    return { activity: rows.length }
  },
}
