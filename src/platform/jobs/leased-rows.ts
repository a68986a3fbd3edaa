import { and, eq, getTableColumns, isNotNull, notInArray, type SQL, sql, type WithSubquery } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/db/database'
import { emitChanges, withChanges } from '#platform/events/changes'
import type { RecordChange, Transaction } from '#platform/events/events'
import { untilEarliest } from './wakes'
import type { Services } from '#platform/services'
import { isHeldBack } from '#platform/writes/write-hold'
import { interval } from '#platform/db/columns'
import { repeat } from '#platform/within'

type WorkTable = PgTable & { id: PgColumn }
type RowOf<Table extends WorkTable> = Table['$inferSelect'] & { id: number }
type NameOf<Table extends WorkTable> = keyof Table['$inferSelect'] & string
type Tools = Pick<Services, 'db' | 'changes' | 'config' | 'stopping' | 'log'>

/** Rows that are work, each of which one process does at a time. */
type Description<Table extends WorkTable> = {
  table: Table
  /** Whether a row is work that is not done. */
  isOpen: SQL
  /** When a row is due; without it, at once. */
  dueAt?: PgColumn | SQL
  /**
   * The column with the end of the lease, or with its last renewal; a process that has not renewed it for so many seconds
   * counts as gone. Rows that are inserted by the process that does them have the second one, and no `claimedBy`.
   */
  lease: { seconds: number } & ({ until: NameOf<Table> } | { renewedAt: NameOf<Table> })
  /** The column that tells the claims of a row apart: another process that claims it changes this. */
  claimedBy?: 'attempts' | 'holder'
  changed(row: RowOf<Table>): RecordChange
}

type Claim = {
  where?: SQL
  /** By default the rows that wait longest come first. */
  orderBy?: (PgColumn | SQL)[]
  /** A statement on the claimed row, `(select id from next)`, and a condition of its result. */
  guard?: { statement: WithSubquery; where: SQL }
  /** Claims nothing while any open row is leased. */
  isAlone?: boolean
  /** In place of the one in the description. */
  isOpen?: SQL
}

export type Lease<Table extends WorkTable> = {
  row: RowOf<Table>
  /** Whether this process may go on: it is not shutting down, and no other one has claimed the row. */
  isHeld(): boolean
  /** Aborted when that ends. */
  signal(): AbortSignal
  renew(set?: PgUpdateSetSource<Table>): Promise<void>
  /** Renews the lease and stores results in one transaction, unless the lease was lost. Open windows are notified. */
  store(work: (tx: Transaction) => Promise<unknown>): Promise<void>
}

/** `every`: the interval of heartbeats in milliseconds, which `beat` sends. */
type Heartbeat<Table extends WorkTable> = { every?: number; beat?: (lease: Lease<Table>) => Promise<void> }

type Run<Table extends WorkTable> = Heartbeat<Table> & {
  /** What to claim next, given the rows that this process has; undefined: nothing. */
  next?: (held: RowOf<Table>[]) => Claim | undefined
  work: (lease: Lease<Table>) => Promise<unknown>
  /** How many rows one run works on at a time. */
  atOnce?: number
}

/**
 * With an embedded database there is no other process: what this one does not hold was left by one that died, at most
 * this many seconds after it was begun.
 */
const embeddedSilence = 2

/** Leases rows of a table to processes: see docs/how-to/add-a-job.md. */
export function leasedRows<Table extends WorkTable>(description: Description<Table>) {
  type Row = RowOf<Table>
  type Values = PgUpdateSetSource<Table>
  const { table, isOpen, dueAt, lease, claimedBy, changed } = description
  const { leaseColumn, claimColumn, renewed, taken, freed, endOfLease } = leaseColumns(description)

  /** By process, the rows that it works on, which it does not claim again even if their lease has expired. */
  const held = new WeakMap<AbortSignal, Map<number, Row>>()
  const heldBy = ({ stopping }: Pick<Tools, 'stopping'>): Map<number, Row> =>
    held.getOrInsertComputed(stopping, () => new Map())

  const isNotOurs = (services: Tools) => notInArray(table.id, [...heldBy(services).keys()])
  const isFree = (services: Tools) => and(sql`coalesce(${endOfLease(services)} <= now(), true)`, isNotOurs(services))!
  const ownsLease = (row: Row) =>
    and(eq(table.id, row.id), claimColumn ? eq(claimColumn, (row as Record<string, unknown>)[claimedBy!]) : isOpen)

  /** Milliseconds until a row can be claimed; Infinity if none is open. */
  const untilDue = (services: Tools): Promise<number> =>
    untilEarliest(services.db, table, {
      moment: dueAt ? sql`greatest(${dueAt}, ${endOfLease(services)})` : sql`coalesce(${endOfLease(services)}, now())`,
      where: and(isOpen, isNotOurs(services)),
    })

  /** Leases a row that is due and free to this process. */
  async function claim(
    services: Tools,
    { where, orderBy = [dueAt ?? table.id, table.id], guard, isAlone, isOpen: wanted = isOpen }: Claim = {},
  ): Promise<Row | undefined> {
    const { db } = services
    // Locked in one order, so that of two claims one waits for the other and sees its lease.
    const areAllFree = sql`(select bool_and(free) from (select ${isFree(services)} as free from ${table}
      where ${isOpen} order by ${table.id} for update) as open)`
    const next = db.$with('next').as(
      db
        .select({ id: sql<number>`${table.id}`.as('id') })
        .from(table as PgTable)
        .where(and(wanted, isFree(services), dueAt && sql`${dueAt} <= now()`, where, isAlone ? areAllFree : undefined))
        .orderBy(...orderBy)
        .limit(1)
        .for('update', { skipLocked: true }),
    )
    const [row] = (await db
      .with(next, ...(guard ? [guard.statement] : []))
      .update(table)
      .set(taken() as Values)
      .where(and(eq(table.id, sql`(select id from next)`), guard?.where))
      .returning()) as Row[]
    if (row) heldBy(services).set(row.id, row)
    return row
  }

  /** Resolves to whether this process still has the row. */
  async function renew(db: Database, row: Row, set?: Values): Promise<boolean> {
    const rows = await db
      .update(table)
      .set({ ...renewed(), ...set } as Values)
      // A lease that has ended stays so.
      .where(and(ownsLease(row), isNotNull(leaseColumn)))
      .returning({ id: table.id })
    return rows.length > 0
  }

  /** Ends a claim with these values; resolves to undefined, and stores nothing, if another process has the row. */
  async function settle(db: Database, row: Row, set: Values): Promise<Row | undefined> {
    const [settled] = (await db
      .update(table)
      .set({ ...freed, ...set } as Values)
      .where(ownsLease(row))
      .returning()) as Row[]
    return settled
  }

  /** The same as a transaction of its own. Open windows are notified. */
  const finish = (services: Tools, row: Row, set: Values): Promise<void> =>
    withChanges(services, async (tx) => {
      if (await settle(tx, row, set)) emitChanges(tx, [changed(row)])
    })

  /** Lets another process, or a later run, go on with a row. An attempt that was cut short is not counted. */
  const release = (services: Tools, row: Row): Promise<void> =>
    finish(services, row, (claimedBy === 'attempts' ? { attempts: sql`${claimColumn} - 1` } : {}) as Values)

  /** Does some work on a leased row, and renews the lease meanwhile. */
  async function keep<Result>(
    services: Tools,
    row: Row,
    work: (lease: Lease<Table>) => Promise<Result>,
    { every = (lease.seconds * 1000) / 3, beat = (kept) => kept.renew() }: Heartbeat<Table> = {},
  ): Promise<Result> {
    const kept = createLease<Table>(services, row, { renew: (db, set) => renew(db, row, set), change: changed(row) })
    heldBy(services).set(row.id, row)
    // While the database is away, the lease may expire.
    const stop = repeat(
      every,
      () => beat(kept),
      (error) => services.log.debug('A lease could not be renewed', { error }),
    )
    try {
      return await work(kept)
    } finally {
      stop()
      heldBy(services).delete(row.id)
    }
  }

  /** Works on rows until none is due, or this process is shutting down. Runs may overlap, in this process and in others. */
  const runDue = (
    services: Tools,
    { next = () => ({}), work, atOnce = Infinity, ...heartbeat }: Run<Table>,
  ): Promise<void> =>
    takeTurns(atOnce, {
      async take() {
        const wanted = services.stopping.aborted ? undefined : next([...heldBy(services).values()])
        return wanted && claim(services, wanted)
      },
      work: (row) => keep(services, row, work, heartbeat),
    })

  return { untilDue, claim, settle, finish, release, keep, renew, runDue }
}

/** The values of a lease in the columns of its table. */
function leaseColumns<Table extends WorkTable>({ table, lease, claimedBy }: Description<Table>) {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const name = 'until' in lease ? lease.until : lease.renewedAt
  const leaseColumn = columns[name]!
  const claimColumn = claimedBy && columns[claimedBy]!
  const renewed = () => ({ [name]: 'until' in lease ? inSeconds(lease.seconds) : sql`now()` })
  return {
    leaseColumn,
    claimColumn,
    renewed,
    taken: () => ({
      ...renewed(),
      ...(claimedBy === 'attempts' ? { attempts: sql`${claimColumn} + 1` } : {}),
      ...(claimedBy === 'holder' ? { holder: crypto.randomUUID() } : {}),
    }),
    freed: claimedBy === 'holder' ? { holder: null } : 'until' in lease ? { [name]: null } : {},
    /** Null for a row that no process has. */
    endOfLease({ config }: Pick<Tools, 'config'>): SQL {
      const seconds = config.databaseUrl === undefined ? embeddedSilence : lease.seconds
      const end = 'until' in lease ? sql`${leaseColumn}` : sql`${leaseColumn} + ${interval(seconds)}`
      return claimedBy === 'holder' ? sql`case when ${claimColumn} is not null then ${end} end` : end
    },
  }
}

type Turns<Row> = { take(): Promise<Row | undefined>; work(row: Row): Promise<unknown> }

/** Works on one row after the other, on so many at once, until there is none to take. */
async function takeTurns<Row>(atOnce: number, { take, work }: Turns<Row>): Promise<void> {
  async function oneByOne(first: Row): Promise<void> {
    for (let row: Row | undefined = first; row; row = await take()) await work(row)
  }
  const row = atOnce > 0 ? await take() : undefined
  if (row) await Promise.all([oneByOne(row), takeTurns(atOnce - 1, { take, work })])
}

type Renewing<Table extends WorkTable> = {
  /** Resolves to whether the row is still this process's. */
  renew(db: Database, set?: PgUpdateSetSource<Table>): Promise<boolean>
  change: RecordChange
}

function createLease<Table extends WorkTable>(
  services: Tools,
  row: RowOf<Table>,
  { renew, change }: Renewing<Table>,
): Lease<Table> {
  const { db, stopping } = services
  const lost = new AbortController()
  let last: Promise<void> = Promise.resolve()
  async function write(one: () => Promise<boolean>, after: Promise<void>) {
    await after.catch(() => {})
    if (!(await one())) lost.abort()
  }
  const inTurn = (one: () => Promise<boolean>): Promise<void> => (last = write(one, last))
  return {
    row,
    isHeld: () => !stopping.aborted && !lost.signal.aborted,
    signal: () => AbortSignal.any([stopping, lost.signal]),
    renew: (set) => inTurn(() => renew(db, set)),
    store: (work) =>
      inTurn(() =>
        withChanges(services, async (tx) => {
          const isOurs = await renew(tx)
          if (isOurs) await work(tx)
          if (isOurs) emitChanges(tx, [change])
          return isOurs
        }),
      ),
  }
}

/** So many seconds from now. */
export const inSeconds = (seconds: number): SQL => sql`now() + ${interval(seconds)}`

/** Milliseconds. */
const storeRetryEvery = 200

/** Stores the outcome of work that must not be done again, and retries while the database cannot be written. */
export async function untilStored<Result>(
  { stopping, log }: Pick<Tools, 'stopping' | 'log'>,
  store: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await store()
    } catch (error) {
      if (stopping.aborted) throw error
      if (!isHeldBack(error)) log.warn('The outcome of a job could not be stored yet', { error })
      await Bun.sleep(storeRetryEvery)
    }
  }
}

/** Seconds until the next attempt: two, doubled each time up to `longest`, with jitter so that not all retry at once. */
export const doubledPause = (attempts: number, longest: number, random = Math.random()): number =>
  Math.min(longest, 2 ** attempts) * (0.9 + 0.2 * random)

const longestAsked = 24 * 3600

/** A pause in seconds, or a longer one for which a response's header Retry-After asks, up to a day. */
export const atLeastAsked = (pause: number, retryAfter: string | undefined, now = Date.now()): number =>
  Math.max(pause, Math.min(longestAsked, askedPause(retryAfter, now)))

/** Seconds, or a date. */
function askedPause(retryAfter: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
