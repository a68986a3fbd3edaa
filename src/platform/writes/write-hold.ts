import { sql } from 'drizzle-orm'
import { HttpError } from '#contract/http-error'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { repeat } from '#platform/within'

/** Blocks the writes of all processes during a restore. */
export type WriteHold = {
  /** Called first in the transaction of each write. Throws 503 while writes are blocked. */
  check(tx: Database): Promise<void>
  /**
   * Waits for running writes, then blocks all others until `work` is done, or this process ends. `isHeld` throws if the
   * lock was lost before.
   */
  hold<Result>(work: (isHeld: () => Promise<void>) => Promise<Result>): Promise<Result>
}

type Access = {
  db: Database
  withDedicatedConnection<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

/** The advisory lock that every write holds in shared mode. */
const key = sql`hashtextextended('hold writes', 0)`
/** Interval in milliseconds of keep-alive queries on the connection that holds the lock. */
const heartbeatInterval = 5000

/** Whether a write was refused because a restore is running: it can be done after it. */
export const isHeldBack = (error: unknown): boolean => error instanceof HttpError && error.messageId === heldId

const heldId = 'errors.restoring'
const held = () => new HttpError(503, heldId, { headers: { 'Retry-After': '10' } })

export const createWriteHold = ({ databaseUrl }: Pick<Config, 'databaseUrl'>, access: Access): WriteHold =>
  databaseUrl === undefined ? inProcess(access) : onServer(access)

/** The embedded database has one process, and runs its transactions one after the other. */
function inProcess({ db }: Pick<Access, 'db'>): WriteHold {
  let isHeld = false
  return {
    async check() {
      if (isHeld) throw held()
    },
    async hold(work) {
      isHeld = true
      try {
        await db.transaction(async () => {})
        return await work(async () => {})
      } finally {
        isHeld = false
      }
    },
  }
}

/** A transaction-level lock: the server releases it when the connection ends, also through a pooler. */
const onServer = ({ withDedicatedConnection }: Access): WriteHold => ({
  async check(tx) {
    const [row] = await tx
      .select({ isFree: sql<boolean>`pg_try_advisory_xact_lock_shared(${key})` })
      .from(sql`(values (0)) as one`)
    if (!row?.isFree) throw held()
  },
  hold: (work) =>
    withDedicatedConnection((db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
        await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
        const isHeld = async () => void (await tx.execute(sql`select 1`))
        // When the connection is lost, the work itself fails.
        const stop = repeat(heartbeatInterval, isHeld)
        try {
          return await work(isHeld)
        } finally {
          stop()
        }
      }),
    ),
})
