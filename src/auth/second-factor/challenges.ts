import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { randomToken, tokenHash } from '#auth/sessions/tokens'
import { users } from '#auth/table'
import { challenges } from './table'

type Purpose = typeof challenges.$inferSelect.purpose

/** Whom a challenge to sign in is put to; with what their known devices are told by. */
export type Challenged = { id: number; username: string; passwordHash: string }

const lifetime = sql`now() + interval '5 minutes'`
const isOpen = gt(challenges.expiresAt, sql`now()`)
const mostTries = 5

/** Opens one for five minutes; `userId` is null where nobody is known yet. Only its hash is stored. */
export async function openChallenge(db: Database, purpose: Purpose, userId: number | null): Promise<string> {
  const challenge = randomToken()
  await db.insert(challenges).values({ id: tokenHash(challenge), purpose, userId, expiresAt: lifetime })
  return challenge
}

/** Whoever has given the right password for it; undefined once it has ended. */
export async function findChallenged(db: Database, challenge: string): Promise<Challenged | undefined> {
  const [row] = await db
    .select({ id: users.id, username: users.username, passwordHash: users.passwordHash })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(isTriable(challenge))
  return row
}

/** Counts a try before it is judged, so that parallel ones get no more verdicts; false when it is one too many. */
export async function countTry(db: Database, challenge: string): Promise<boolean> {
  const rows = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(isTriable(challenge))
    .returning({ id: challenges.id })
  return rows.length > 0
}

/** Ends it. Resolves to false for all but one of those who use it at once, and for what was never theirs. */
export async function useChallenge(
  db: Database,
  { challenge, purpose, userId }: { challenge: string; purpose: Purpose; userId: number | null },
): Promise<boolean> {
  const rows = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.id, tokenHash(challenge)),
        eq(challenges.purpose, purpose),
        userId === null ? isNull(challenges.userId) : eq(challenges.userId, userId),
        isOpen,
      ),
    )
    .returning({ id: challenges.id })
  return rows.length > 0
}

/** Of somebody whose sessions end: what was about to become one. */
export async function endChallenges(tx: Database, userId: number): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.userId, userId))
}

export async function sweepChallenges(db: Database): Promise<void> {
  await db.delete(challenges).where(lte(challenges.expiresAt, sql`now()`))
}

const isTriable = (challenge: string) =>
  and(
    eq(challenges.id, tokenHash(challenge)),
    eq(challenges.purpose, 'second-factor'),
    lt(challenges.tries, mostTries),
    isOpen,
  )
