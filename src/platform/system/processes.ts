import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { processes } from './table'

type Site = Pick<Services, 'config' | 'db'>

/** Milliseconds between two signs of a process. */
export const signEvery = 5000
const goneAfter = sql`interval '16 seconds'`
const self = crypto.randomUUID()

/** The heartbeat of this process. The embedded database belongs to one process, so it needs none. */
export async function registerProcess({ config, db }: Site): Promise<void> {
  if (config.databaseUrl === undefined) return
  const here = { seenAt: sql`now()` }
  await db.insert(processes).values({ id: self }).onConflictDoUpdate({ target: processes.id, set: here })
}

/** Others need not take this process for one that is there. */
export async function removeProcess({ config, db }: Site): Promise<void> {
  if (config.databaseUrl !== undefined) await db.delete(processes).where(eq(processes.id, self))
}

/** How many processes serve the site, on all machines. One that died is counted for a few seconds more. */
export async function countProcesses({ config, db }: Site): Promise<number> {
  if (config.databaseUrl === undefined) return 1
  const others = await db.$count(
    processes,
    sql`${processes.id} <> ${self} and ${processes.seenAt} > now() - ${goneAfter}`,
  )
  return 1 + others
}

export const sweepProcesses = (tx: Database) =>
  tx.delete(processes).where(lt(processes.seenAt, sql`now() - interval '1 hour'`))
