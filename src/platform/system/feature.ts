import type { Feature } from '#platform/feature'
import { newestRelease, processes } from './table'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'

type Site = Pick<Services, 'config' | 'db'>

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 5000
const goneAfter = sql`interval '16 seconds'`
const self = crypto.randomUUID()

/** The heartbeat of this process. The embedded database belongs to one process, so it needs none. */
export async function registerProcess({ config, db }: Site): Promise<void> {
  if (config.databaseUrl === undefined) return
  const here = { seenAt: sql`now()` }
  await db.insert(processes).values({ id: self }).onConflictDoUpdate({ target: processes.id, set: here })
}

/** So that others do not count this process any more. */
export async function removeProcess({ config, db }: Site): Promise<void> {
  if (config.databaseUrl !== undefined) await db.delete(processes).where(eq(processes.id, self))
}

/** The number of processes that serve the site, on all machines. A crashed one is counted for a few more seconds. */
export async function countProcesses({ config, db }: Site): Promise<number> {
  if (config.databaseUrl === undefined) return 1
  const others = await db.$count(
    processes,
    sql`${processes.id} <> ${self} and ${processes.seenAt} > now() - ${goneAfter}`,
  )
  return 1 + others
}

const sweepProcesses = (tx: Database) =>
  tx.delete(processes).where(lt(processes.seenAt, sql`now() - interval '1 hour'`))

export const system: Feature = {
  content: { staying: [processes, newestRelease] },
  jobs: [
    { name: 'send process heartbeat', every: heartbeatInterval, runInEach: registerProcess },
    { name: 'sweep ended processes', every: 3_600_000, run: sweepProcesses },
  ],
}
