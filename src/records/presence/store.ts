import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import type { OpenWindow, Presence } from './contract'
import { openWindows } from './table'

type User = { id: number; username: string }
type Heard = { open: OpenWindow; user: User; at: number; isReported: boolean }

/**
 * Milliseconds after its last heartbeat in which a window counts as open: heartbeats are sent every two and a half
 * seconds, and reach other processes up to two seconds later. Browsers limit hidden windows to one a minute.
 */
const staysFor = 7000
const hiddenStaysFor = 75_000

/** The windows with a recent heartbeat in this process, written to the database in one batch. */
const heardBy = new WeakMap<Database, Map<string, Heard>>()

/** Records the heartbeat of a window, and returns who else has the same record open. */
export async function noteOpen(db: Database, user: User, open: OpenWindow): Promise<Presence> {
  const heard = mapOf(db)
  const before = heard.get(open.window)
  const isKnown =
    before?.user.id === user.id && before.open.kind === open.kind && before.open.id === open.id && isFresh(before)
  const now = { open, user, at: performance.now(), isReported: false }
  heard.set(open.window, now)
  if (!isKnown) await tell(db, [now])
  const rows = await db
    .select({ userId: openWindows.userId, username: openWindows.username, since: openWindows.since })
    .from(openWindows)
    .where(
      and(
        eq(openWindows.kind, open.kind),
        eq(openWindows.recordId, String(open.id)),
        ne(openWindows.id, open.window),
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
  if (mapOf(db).get(window)?.user.id === user.id) mapOf(db).delete(window)
  await db.delete(openWindows).where(and(eq(openWindows.id, window), eq(openWindows.userId, user.id)))
}

/** Writes the heartbeats since the last call to the database, for other processes. */
export async function publishPresence({ db }: Pick<Services, 'db'>): Promise<void> {
  const heard = mapOf(db)
  for (const [window, one] of heard) if (!isFresh(one)) heard.delete(window)
  await tell(
    db,
    [...heard.values()].filter(({ isReported }) => !isReported),
  )
}

export async function sweepWindows(tx: Database): Promise<void> {
  await tx.delete(openWindows).where(lt(openWindows.expiresAt, sql`now()`))
}

async function tell(db: Database, windows: readonly Heard[]): Promise<void> {
  if (windows.length === 0) return
  const expiresAt = (one: Heard) => sql`now() + make_interval(secs => ${remaining(one) / 1000})`
  await db
    .insert(openWindows)
    .values(
      windows.map((one) => ({
        id: one.open.window,
        kind: one.open.kind,
        recordId: String(one.open.id),
        userId: one.user.id,
        username: one.user.username,
        expiresAt: expiresAt(one),
      })),
    )
    .onConflictDoUpdate({
      target: openWindows.id,
      set: {
        kind: sql`excluded.kind`,
        recordId: sql`excluded.record_id`,
        userId: sql`excluded.user_id`,
        username: sql`excluded.username`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
  for (const one of windows) one.isReported = true
}

const remaining = ({ open, at }: Heard) => (open.isHidden ? hiddenStaysFor : staysFor) - (performance.now() - at)
const isFresh = (one: Heard) => remaining(one) > 0

function mapOf(db: Database): Map<string, Heard> {
  const heard = heardBy.get(db) ?? new Map<string, Heard>()
  heardBy.set(db, heard)
  return heard
}
