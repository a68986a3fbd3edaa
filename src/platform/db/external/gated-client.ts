import type postgres from 'postgres'
import { HttpError, unavailable } from '#contract/http-error'
import type { Gate } from './gate'
import { serverLimits } from './servers'

type Query = postgres.PendingQuery<postgres.Row[]>
type Unsafe = (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) => Query

type Pass = <Result>(run: () => PromiseLike<Result>) => Promise<Result>

type Way = {
  gate: Gate
  pools(): { reading: postgres.Sql; writing: postgres.Sql }
  isDirect(): boolean
  /** Settings that each transaction needs, behind a pooler. */
  settingsOfTransactions(): Readonly<Record<string, string>>
  /** Number of commits whose synchronous standby did not confirm them. */
  unconfirmedCommits(): number
}

/** The client given to drizzle as its driver: its queries and transactions pass the gate. */
export const gatedClient = (way: Way): postgres.Sql =>
  new Proxy(way.pools().writing, {
    get(client, key) {
      if (key === 'unsafe') return gatedQuery(way)
      if (key === 'begin') return gatedTransaction(way)
      return Reflect.get(client, key)
    },
  })

/**
 * A query runs, and passes the gate, each time it is awaited. Statements are prepared, which saves a round trip, unless
 * a pooler may switch connections.
 */
function gatedQuery({ gate, pools, isDirect, unconfirmedCommits }: Way): Unsafe {
  const passWrite: Pass = (run) => failIfUnconfirmed(unconfirmedCommits, gate.pass(run))
  return (text, parameters, options) => {
    const isReading = /^\s*select\b/i.test(text)
    const pool = isReading ? pools().reading : pools().writing
    const pass = isReading ? gate.pass : passWrite
    return watched(pool.unsafe(text, parameters, { ...options, prepare: isDirect() }), pass)
  }
}

function gatedTransaction({ gate, pools, isDirect, settingsOfTransactions, unconfirmedCommits }: Way) {
  return async <Result>(work: (scope: postgres.TransactionSql) => Promise<Result>): Promise<Result> => {
    let isGivenUp = false
    const unlessGivenUp = () => {
      if (isGivenUp) throw new Error('The transaction came too late')
    }
    const run = () =>
      pools().writing.begin(isDirect() ? '' : 'isolation level read committed', async (scope) => {
        unlessGivenUp()
        const checkWhole = isDirect() ? undefined : mark(scope, settingsOfTransactions())
        const result = await work(observed(scope, gate, isDirect()))
        await checkWhole?.()
        unlessGivenUp()
        return { result }
      })
    try {
      return await failIfUnconfirmed(unconfirmedCommits, gate.pass(run)).then(({ result }) => result)
    } catch (error) {
      isGivenUp = true
      throw error instanceof Error && error.cause instanceof HttpError ? error.cause : error
    }
  }
}

/**
 * The routine in the notice of a server that has stopped waiting for the standby of a commit, for example when it was
 * cancelled: the client sees a success, but the standby may not have the commit.
 */
export const givingUpStandby = 'SyncRepWaitForLSN'

/** The driver does not tell which commit a notice is about, so all commits in flight are reported as failed. */
async function failIfUnconfirmed<Result>(unconfirmedCommits: () => number, work: Promise<Result>): Promise<Result> {
  const before = unconfirmedCommits()
  const result = await work
  if (unconfirmedCommits() !== before) throw unavailable(new Error('It is committed, and the standby may not have it'))
  return result
}

/**
 * Sets a marker and the limits in a transaction behind a pooler. The returned function throws unless the transaction
 * about to be committed is the marked one and has not failed.
 */
function mark(scope: postgres.TransactionSql, needed: Readonly<Record<string, string>>): () => Promise<void> {
  const name = crypto.randomUUID()
  const settings = { 'industria.transaction': name, ...serverLimits, ...needed }
  const setting = Object.entries(settings).map(([key, value]) => `set_config('${key}', '${value}', true)`)
  scope.unsafe(`select ${setting.join(', ')}`).execute()
  return async () => {
    const [row] = await scope.unsafe(`select current_setting('industria.transaction', true) as name`)
    if (row?.name !== name)
      throw unavailable(new Error('The statements of a transaction came to different connections'))
  }
}

/** Statements of a transaction share its deadline, and report the state of the database to the gate. */
const observed = (scope: postgres.TransactionSql, gate: Gate, prepare: boolean): postgres.TransactionSql =>
  new Proxy(scope, {
    get(target, key) {
      if (key === 'unsafe') {
        const unsafe: Unsafe = (text, parameters, options) =>
          watched(target.unsafe(text, parameters, { ...options, prepare }), (run) => gate.observe(run()))
        return unsafe
      } else if (key === 'savepoint') {
        return <Result>(work: (inner: postgres.TransactionSql) => Promise<Result>) =>
          target.savepoint((inner) => work(observed(inner, gate, prepare)))
      } else {
        return Reflect.get(target, key)
      }
    },
  })

/** The same query, run through `pass`. */
const watched = (query: Query, pass: Pass): Query =>
  new Proxy(query, {
    get(target, key) {
      if (key === 'then') {
        return (...handlers: Parameters<Query['then']>) => pass(() => target).then(...handlers)
      } else if (key === 'values') {
        return () => pass(() => target.values())
      } else {
        return Reflect.get(target, key)
      }
    },
  })
