import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Restore } from '#contract/restores'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { untilEarliest } from '#platform/scheduler/until-earliest'
import { type RestoreFaultCode, restores } from './table'

export type RestoreRow = typeof restores.$inferSelect

/** Throws 409 while another runs. */
export async function claimRestore(
  tx: Database,
  { title, total }: { title: string; total: number },
): Promise<RestoreRow> {
  const [row] = await tx.insert(restores).values({ title, total }).onConflictDoNothing().returning()
  if (!row) throw conflict('errors.restoreRuns')
  return row
}

/** Throws 409 while one runs. */
export async function refuseWhileRestoring(db: Database): Promise<void> {
  if ((await db.$count(restores, eq(restores.state, 'running'))) > 0) throw conflict('errors.restoreRuns')
}

/** Throws 404. */
export async function findRestore(db: Database, id: number): Promise<RestoreRow> {
  const [row] = await db.select().from(restores).where(eq(restores.id, id))
  if (!row) throw notFound('restore')
  return row
}

export const toRestore = ({ state, done, total, fault }: RestoreRow, language: Language): Restore => ({
  state,
  done,
  total,
  error: fault === null ? null : translate(language, `restore.fault.${fault}`),
})

const isRunning = (id: number) => and(eq(restores.id, id), eq(restores.state, 'running'))

export async function storeProgress(db: Database, id: number, done: number): Promise<void> {
  await db
    .update(restores)
    .set({ aliveAt: sql`now()`, done })
    .where(isRunning(id))
}

/** Resolves to whether it was still running. */
export async function endRestore(
  tx: Database,
  id: number,
  end: { state: 'done'; done: number } | { state: 'failed'; fault: RestoreFaultCode },
): Promise<boolean> {
  const rows = await tx.update(restores).set(end).where(isRunning(id)).returning({ id: restores.id })
  return rows.length > 0
}

/** Seconds without a heartbeat after which the process of a restore counts as gone. */
const silence = ({ databaseUrl }: Pick<Config, 'databaseUrl'>) =>
  sql`make_interval(secs => ${databaseUrl === undefined ? 0 : 15})`

const isRunningElsewhere = (ours: Iterable<number>) =>
  and(eq(restores.state, 'running'), notInArray(restores.id, [...ours]))

/** Milliseconds until a restore of another process counts as abandoned; Infinity if there is none. */
export const untilAbandoned = (
  db: Database,
  config: Pick<Config, 'databaseUrl'>,
  ours: Iterable<number>,
): Promise<number> =>
  untilEarliest(db, restores, {
    moment: sql`${restores.aliveAt} + ${silence(config)}`,
    where: isRunningElsewhere(ours),
  })

/** Running restores whose process has stopped sending heartbeats; `ours` are those of this process. */
export const abandonedRestores = (
  db: Database,
  config: Pick<Config, 'databaseUrl'>,
  ours: Iterable<number>,
): Promise<RestoreRow[]> =>
  db
    .select()
    .from(restores)
    .where(and(isRunningElsewhere(ours), lt(restores.aliveAt, sql`now() - ${silence(config)}`)))
