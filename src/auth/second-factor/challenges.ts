import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { randomToken, tokenHash } from '#auth/sessions/tokens'
import { users } from '#auth/table'
import { challenges } from './table'

type Purpose = typeof challenges.$inferSelect.purpose

/** The person a login challenge is for, with the hash that signs their known-device cookies. */
type Challenged = { id: number; username: string; passwordHash: string }

const lifetime = sql`now() + interval '5 minutes'`
const isOpen = gt(challenges.expiresAt, sql`now()`)
const mostTries = 5

/**
 * Creates a challenge that expires after five minutes; `userId` is null while the person is unknown. Stores only its
 * hash.
 */
export async function openChallenge(db: Database, purpose: Purpose, userId: number | null): Promise<string> {
  const challenge = randomToken()
  await db.insert(challenges).values({ id: tokenHash(challenge), purpose, userId, expiresAt: lifetime })
  return challenge
}

/** The person who has given the right password for the challenge; undefined once it has expired. */
export async function findChallenged(db: Database, challenge: string): Promise<Challenged | undefined> {
  const [row] = await db
    .select({ id: users.id, username: users.username, passwordHash: users.passwordHash })
    .from(challenges)
    .innerJoin(users, eq(users.id, challenges.userId))
    .where(isTriable(challenge))
  return row
}

/** Counts an attempt before it is verified, so that parallel ones cannot exceed the limit; false when it is reached. */
export async function countAttempt(db: Database, challenge: string): Promise<boolean> {
  const rows = await db
    .update(challenges)
    .set({ tries: sql`${challenges.tries} + 1` })
    .where(isTriable(challenge))
    .returning({ id: challenges.id })
  return rows.length > 0
}

/** Consumes a challenge. Resolves to false for all but one of concurrent uses, and for another person's challenge. */
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

/** Deletes a person's pending challenges, for when their sessions end. */
export async function endChallenges(tx: Database, userId: number): Promise<void> {
  await tx.delete(challenges).where(eq(challenges.userId, userId))
}

const isTriable = (challenge: string) =>
  and(
    eq(challenges.id, tokenHash(challenge)),
    eq(challenges.purpose, 'second-factor'),
    lt(challenges.tries, mostTries),
    isOpen,
  )
