import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { openWindows } from '#records/table'
import type { OpenWindow, Presence } from './contract'

type User = { id: number; username: string }

/**
 * Seconds after its last heartbeat in which a window counts as open: heartbeats are sent every two and a half seconds.
 * Browsers limit hidden windows to one a minute.
 */
const staysFor = 7
const hiddenStaysFor = 75

/** Records the heartbeat of a window, and returns who else has the same record open. */
export async function noteOpen(db: Database, user: User, open: OpenWindow): Promise<Presence> {
  const { window, kind, isHidden } = open
  const recordId = String(open.id)
  const expiresAt = sql`now() + make_interval(secs => ${isHidden ? hiddenStaysFor : staysFor})`
  const row = { kind, recordId, userId: user.id, username: user.username, expiresAt }
  await db
    .insert(openWindows)
    .values({ id: window, ...row })
    .onConflictDoUpdate({ target: openWindows.id, set: row })
  const rows = await db
    .select({ userId: openWindows.userId, username: openWindows.username, since: openWindows.since })
    .from(openWindows)
    .where(
      and(
        eq(openWindows.kind, kind),
        eq(openWindows.recordId, recordId),
        ne(openWindows.id, window),
        gt(openWindows.expiresAt, sql`now()`),
      ),
    )
    .orderBy(asc(openWindows.since))
  return {
    others: rows.map(({ userId, username, since }) => ({
      user: { id: userId, username },
      isYou: userId === user.id,
      since,
    })),
  }
}

/** Only the owner can close a window. */
export async function noteClosed(db: Database, user: User, window: string): Promise<void> {
  await db.delete(openWindows).where(and(eq(openWindows.id, window), eq(openWindows.userId, user.id)))
}

export async function sweepWindows(tx: Database): Promise<void> {
  await tx.delete(openWindows).where(lt(openWindows.expiresAt, sql`now()`))
}
