import { lt, sql } from 'drizzle-orm'
import { sweepSessions } from '#auth/sessions'
import type { Database } from '#base/db/database'
import { idempotencyKeys, throttles } from '#base/writes/table'
import type { Log } from '#base/log'

const hour = 3_600_000

/** Once an hour, removes what has expired; the function that it gives ends that. */
export function startSweeping(db: Database, log: Log): () => void {
  const timer = setInterval(() => {
    sweepExpired(db).catch((error: unknown) => log.warn('Expired rows could not be removed', { error }))
  }, hour)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sessions, throttles and stored answers that nobody can use any more. */
export async function sweepExpired(db: Database): Promise<void> {
  await sweepSessions(db)
  await db.delete(throttles).where(lt(throttles.expiresAt, sql`now()`))
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`))
}
