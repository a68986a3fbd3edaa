import { sql } from 'drizzle-orm'
import { HttpError } from '#contract/http-error'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'

/** What keeps all processes from writing while everything is about to be replaced. */
export type WriteHold = {
  /** First in the transaction of each write. Throws 503 while writes are held. */
  check(tx: Database): Promise<void>
  /**
   * Waits for the writes that are under way, and then holds all others until `work` is over, whatever becomes of this
   * process. `isHeld` throws where that has come to an end before.
   */
  hold<Result>(work: (isHeld: () => Promise<void>) => Promise<Result>): Promise<Result>
}

type Access = { db: Database; atLeisure<Result>(work: (db: Database) => Promise<Result>): Promise<Result> }

/** Of the advisory lock that every write shares. */
const key = sql`hashtextextended('hold writes', 0)`
/** Milliseconds between two signs of life on the connection that holds the lock. */
const signEvery = 5000

const held = () => new HttpError(503, 'errors.restoring', { headers: { 'Retry-After': '10' } })

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

/** The lock belongs to a transaction: the server frees it when the connection ends, also through a pooler. */
const onServer = ({ atLeisure }: Access): WriteHold => ({
  async check(tx) {
    const [row] = await tx
      .select({ isFree: sql<boolean>`pg_try_advisory_xact_lock_shared(${key})` })
      .from(sql`(values (0)) as one`)
    if (!row?.isFree) throw held()
  },
  hold: (work) =>
    atLeisure((db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
        await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
        const isHeld = async () => void (await tx.execute(sql`select 1`))
        // When the connection is lost, the work itself fails.
        const signing = setInterval(() => void isHeld().catch(() => {}), signEvery)
        try {
          return await work(isHeld)
        } finally {
          clearInterval(signing)
        }
      }),
    ),
})
