import { eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { requestActor } from '#platform/http/request-facts'
import { users } from './table'

/** The email address of the requesting administrator; null for a person without one. */
export async function ownAddress(tx: Database, request: Request): Promise<string | null> {
  const actor = requestActor(request)
  if (actor.is !== 'administrator') return null
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.user.id))
  return row?.email ?? null
}
