import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { mayContainEmail } from '#platform/db/sql'
import type { Person } from '#platform/personal-data'
import { containsEmail } from '#text/email-forms'
import { idempotencyKeys } from './table'
import { HttpError } from '#contract/http-error'

/** Identifies a repeated request: the same change, in one session, on one route. */
export type Repeat = { key: string; route: string; session: string; bodyHash: string }

type StoredResponse = { status: number; answer: string }

/** The `Idempotency-Key` of a request; undefined without one. Throws 422 for an invalid one. */
export function idempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw new HttpError(422, 'errors.keyInvalid')
  return key
}

/**
 * Claims the key for this transaction, or returns the response stored for it. A concurrent request with the same key
 * waits here until the first has committed (and repeats its response) or failed (and does the work itself). Throws 422
 * for a different body.
 */
export async function claim(tx: Database, repeat: Repeat): Promise<StoredResponse | undefined> {
  const [claimed] = await tx
    .insert(idempotencyKeys)
    .values({ ...repeat, status: 0, answer: '' })
    .onConflictDoUpdate({
      target: [idempotencyKeys.key, idempotencyKeys.route, idempotencyKeys.session],
      set: { bodyHash: repeat.bodyHash, status: 0, answer: '', createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} <= now() - interval '24 hours'`,
    })
    .returning({ key: idempotencyKeys.key })
  if (claimed) return undefined
  const [stored] = await tx.select().from(idempotencyKeys).where(isRepeat(repeat))
  if (stored?.bodyHash !== repeat.bodyHash) throw new HttpError(422, 'errors.keyReused')
  return stored
}

export async function storeResponse(tx: Database, repeat: Repeat, { status, answer }: StoredResponse): Promise<void> {
  await tx.update(idempotencyKeys).set({ status, answer }).where(isRepeat(repeat))
}

/** Removes expired keys. */
export async function sweepStoredResponses(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`))
}

/** Deletes the stored answers that contain a person's address: repeating such a request does the work again. */
export async function forgetAnswers(tx: Database, { key: address }: Person): Promise<void> {
  const rows = await tx.select().from(idempotencyKeys).where(mayContainEmail(idempotencyKeys.answer, address))
  for (const row of rows) if (containsEmail(row.answer, address)) await tx.delete(idempotencyKeys).where(isRepeat(row))
}

const isRepeat = ({ key, route, session }: Repeat) =>
  and(eq(idempotencyKeys.key, key), eq(idempotencyKeys.route, route), eq(idempotencyKeys.session, session))
