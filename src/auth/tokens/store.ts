import { and, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import type { User } from '#auth/contract'
import { tokenHash } from '#auth/sessions/tokens'
import { users } from '#auth/table'
import type { ApiToken, ApiTokenInput, TokenScope } from './contract'
import { apiTokens } from './table'
import { isTokenText } from './token-text'

/** A token that has authenticated a request. */
export type KnownToken = { id: number; name: string; scope: TokenScope; user: User }

const { id, name, scope, createdAt, expiresAt, lastUsedAt, createdById } = getTableColumns(apiTokens)
const maker = { id: users.id, username: users.username }
const isLiving = or(isNull(expiresAt), gt(expiresAt, sql`now()`))

/** Newest first, including expired ones. */
export const listTokens = (db: Database): Promise<ApiToken[]> =>
  db
    .select({ id, name, scope, createdAt, createdBy: maker, expiresAt, lastUsedAt })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, createdById))
    .orderBy(desc(id))

/** Stores only the hash of `token`. */
export async function addToken(
  tx: Database,
  { token, input, user }: { token: string; input: Omit<ApiTokenInput, 'currentPassword'>; user: User },
): Promise<ApiToken> {
  const [row] = await tx
    .insert(apiTokens)
    .values({ ...input, tokenHash: tokenHash(token), createdById: user.id })
    .returning({ id, name, scope, createdAt, expiresAt, lastUsedAt })
  return { ...row!, createdBy: user }
}

/** Throws 404. */
export async function deleteToken(tx: Database, which: number): Promise<{ id: number; title: string }> {
  const [row] = await tx.delete(apiTokens).where(eq(id, which)).returning({ id, title: name })
  if (!row) throw notFound('token')
  return row
}

/** Deletes the tokens that a person has made; resolves to them. */
export const deleteTokensOf = (tx: Database, userId: number): Promise<{ id: number; title: string }[]> =>
  tx.delete(apiTokens).where(eq(createdById, userId)).returning({ id, title: name })

/** The valid token with this text. The lookup is by hash, so that its timing reveals nothing about existing tokens. */
export async function findToken(db: Database, text: string): Promise<KnownToken | undefined> {
  if (!isTokenText(text)) return undefined
  const [row] = await db
    .select({ id, name, scope, user: maker })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, createdById))
    .where(and(eq(apiTokens.tokenHash, tokenHash(text)), isLiving))
  return row
}

/** Which of these are still valid. */
export async function validTokens(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id })
    .from(apiTokens)
    .where(and(inArray(id, [...ids]), isLiving))
  return new Set(rows.map((row) => row.id))
}

const isSameMinute = sql`${apiTokens.minuteAt} > now() - interval '1 minute'`

/**
 * Adds to the count of all processes in the token's current minute: resolves to the sum, and the milliseconds until the
 * minute ends. Undefined when the token was deleted.
 */
export async function addUses(
  db: Database,
  which: number,
  count: number,
): Promise<{ hits: number; left: number } | undefined> {
  const [row] = await db
    .update(apiTokens)
    .set({
      minuteHits: sql`case when ${isSameMinute} then ${apiTokens.minuteHits} else 0 end + ${count}`,
      minuteAt: sql`case when ${isSameMinute} then ${apiTokens.minuteAt} else now() end`,
      lastUsedAt: sql`case when ${lastUsedAt} > now() - interval '1 minute' then ${lastUsedAt} else now() end`,
    })
    .where(eq(id, which))
    .returning({
      hits: apiTokens.minuteHits,
      left: sql`extract(epoch from ${apiTokens.minuteAt} + interval '1 minute' - now()) * 1000`.mapWith(Number),
    })
  return row
}
