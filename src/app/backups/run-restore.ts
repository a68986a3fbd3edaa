import type { Pieces } from '#app/content/read-archive'
import { replaceByArchive } from '#app/content/replace-by-archive'
import { makeBackup } from '#app/backups/make-backup'
import { BackupFault } from './faults'
import { type Actor, system, emit } from '#platform/events/events'
import { and, eq } from 'drizzle-orm'
import { conflict, notFound } from '#contract/http-error'
import type { Restore } from '#contract/backups'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import { leasedRows } from '#platform/jobs/leased-rows'
import { type RestoreFaultCode, restores } from '#app/backups/table'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'
import { commitAs } from '#platform/writes/commit'
import type { Job } from '#platform/jobs/scheduler'

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
async function endRestore(
  tx: Database,
  id: number,
  end: { state: 'done'; done: number } | { state: 'failed'; fault: RestoreFaultCode },
): Promise<boolean> {
  const isRunning = and(eq(restores.id, id), eq(restores.state, 'running'))
  const rows = await tx.update(restores).set(end).where(isRunning).returning({ id: restores.id })
  return rows.length > 0
}

/** The restores that are running: each row is inserted by the process that runs it. */
const openRestores = leasedRows({
  table: restores,
  isOpen: eq(restores.state, 'running'),
  lease: { seconds: 15, renewedAt: 'aliveAt' },
  changed: ({ id }) => ({ kind: 'restore', action: 'updated', id }),
})

/** Ends restores whose process is gone: their transaction was rolled back. */
export const recoverRestores = (services: Services): Promise<void> =>
  openRestores.runDue(services, { work: ({ row }) => failRestore(services, row, 'stopped') })

export const restoreJobs: readonly Job[] = [
  {
    name: 'recover restores',
    every: 2000,
    wakes: ['restore'],
    untilDue: (services) => openRestores.untilDue(services),
    runInEach: recoverRestores,
  },
]

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 1000

/** A verified archive. `backup` is its id if it is one of the site's own. */
export type Source = { open(): Pieces; backup?: number; close?(): Promise<void> }

/** The progress of this process's restores. */
export const runningRestores = new Map<number, number>()

/**
 * Replaces everything by an archive, after a backup; writes are blocked meanwhile. Errors are stored in the row and
 * logged.
 */
export async function runRestore(services: Services, row: RestoreRow, source: Source, actor: Actor): Promise<void> {
  const { log } = services
  const count = (by: number) => void runningRestores.set(row.id, (runningRestores.get(row.id) ?? 0) + by)
  count(0)
  const work = () =>
    services
      .writeHold!.hold((isHeld) => {
        const alone = { ...services, writeHold: undefined }
        return restore(alone, { row, source, actor, count, isHeld })
      })
      .then(() => log.warn('The content of the site was replaced by an archive', { title: row.title }))
      .catch((error: unknown) => {
        log.error('A restore failed', { title: row.title, error })
        return failRestore(services, row, faultOf(error)).catch(() => {})
      })
  try {
    await openRestores.keep(services, row, work, {
      every: heartbeatInterval,
      beat: (lease) => lease.renew({ done: runningRestores.get(row.id) ?? 0 }),
    })
  } finally {
    runningRestores.delete(row.id)
    await source.close?.()
  }
}

type Restoring = {
  row: RestoreRow
  source: Source
  actor: Actor
  count(by: number): void
  isHeld(): Promise<void>
}

async function restore(services: Services, { row, source, actor, count, isHeld }: Restoring): Promise<void> {
  await makeBackup(services, 'before-restore', { spare: source.backup })
  await replaceByArchive(services, source.open, {
    actor,
    counted: count,
    async last(tx) {
      if (!(await endRestore(tx, row.id, { state: 'done', done: row.total }))) throw new Error('Somebody has ended it')
      emit(tx, { kind: 'restore', action: 'created', id: row.id, title: row.title, activityActions: ['restored'] })
      await isHeld()
    },
  })
}

export async function failRestore(
  services: Services,
  { id, title }: RestoreRow,
  fault: RestoreFaultCode,
): Promise<void> {
  await commitAs(
    services,
    system,
    (isEnded: boolean) =>
      isEnded ? { kind: 'restore', action: 'updated', id, title, activityActions: ['restore-failed'] } : undefined,
    (tx) => endRestore(tx, id, { state: 'failed', fault }),
  )
}

function faultOf(error: unknown): RestoreFaultCode {
  if (error instanceof BackupFault) return 'backup'
  return error instanceof StartError ? 'damaged' : 'other'
}
