import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Restore } from '#contract/restores'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { leasedRows } from '#platform/jobs/leased-rows'
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

/** Resolves to whether it was still running. */
export async function endRestore(
  tx: Database,
  id: number,
  end: { state: 'done'; done: number } | { state: 'failed'; fault: RestoreFaultCode },
): Promise<boolean> {
  const isRunning = and(eq(restores.id, id), eq(restores.state, 'running'))
  const rows = await tx.update(restores).set(end).where(isRunning).returning({ id: restores.id })
  return rows.length > 0
}

/** The restores that are running: each row is inserted by the process that runs it. */
export const openRestores = leasedRows({
  table: restores,
  isOpen: eq(restores.state, 'running'),
  lease: { seconds: 15, renewedAt: 'aliveAt' },
  changed: ({ id }) => ({ kind: 'restore', action: 'updated', id }),
})
