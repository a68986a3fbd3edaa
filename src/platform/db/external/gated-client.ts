import type postgres from 'postgres'
import { HttpError, unavailable } from '#contract/http-error'
import type { Gate } from './gate'
import { serverLimits } from './servers'

type Query = postgres.PendingQuery<postgres.Row[]>
type Unsafe = (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) => Query

type Pass = <Result>(run: () => PromiseLike<Result>) => Promise<Result>

export type Way = {
  gate: Gate
  pools(): { reading: postgres.Sql; writing: postgres.Sql }
  isDirect(): boolean
  /** How many commits came to an end without the standby that they had to wait for. */
  doubts(): number
}

/** What drizzle takes for the driver: its queries and transactions pass the gate. */
export const gatedClient = (way: Way): postgres.Sql =>
  new Proxy(way.pools().writing, {
    get(client, key) {
      if (key === 'unsafe') return gatedQuery(way)
      if (key === 'begin') return gatedTransaction(way)
      return Reflect.get(client, key)
    },
  })

/**
 * Queries run when they are awaited; then, and as often, they pass the gate. Plans are kept per connection, which saves
 * a round trip, where a connection is always the same.
 */
function gatedQuery({ gate, pools, isDirect, doubts }: Way): Unsafe {
  const passWrite: Pass = (run) => undoubted(doubts, gate.pass(run))
  return (text, parameters, options) => {
    const isReading = /^\s*select\b/i.test(text)
    const pool = isReading ? pools().reading : pools().writing
    const pass = isReading ? gate.pass : passWrite
    return watched(pool.unsafe(text, parameters, { ...options, prepare: isDirect() }), pass)
  }
}

function gatedTransaction({ gate, pools, isDirect, doubts }: Way) {
  return async <Result>(work: (scope: postgres.TransactionSql) => Promise<Result>): Promise<Result> => {
    let isGivenUp = false
    const unlessGivenUp = () => {
      if (isGivenUp) throw new Error('The transaction came too late')
    }
    const run = () =>
      pools().writing.begin(async (scope) => {
        unlessGivenUp()
        const checkWhole = isDirect() ? undefined : mark(scope)
        const result = await work(observed(scope, gate, isDirect()))
        await checkWhole?.()
        unlessGivenUp()
        return { result }
      })
    try {
      return await undoubted(doubts, gate.pass(run)).then(({ result }) => result)
    } catch (error) {
      isGivenUp = true
      throw error instanceof Error && error.cause instanceof HttpError ? error.cause : error
    }
  }
}

/**
 * The notice with which a server ends a commit whose standby it waits for no more, as when somebody cancels it: to the
 * client it is a success, and yet the standby may not have it.
 */
export const givingUpStandby = 'SyncRepWaitForLSN'

/** Whose commit a notice was about, the driver does not tell: then none of those under way is believed. */
async function undoubted<Result>(doubts: () => number, work: Promise<Result>): Promise<Result> {
  const before = doubts()
  const result = await work
  if (doubts() !== before) throw unavailable(new Error('It is committed, and the standby may not have it'))
  return result
}

/**
 * Marks a transaction whose connection may not be ours all along, and sets its limits. The function it gives throws
 * unless the transaction that is to be committed is the marked one, and is good.
 */
function mark(scope: postgres.TransactionSql): () => Promise<void> {
  const name = crypto.randomUUID()
  const settings = { 'industria.transaction': name, ...serverLimits }
  const setting = Object.entries(settings).map(([key, value]) => `set_config('${key}', '${value}', true)`)
  scope.unsafe(`select ${setting.join(', ')}`).execute()
  return async () => {
    const [row] = await scope.unsafe(`select current_setting('industria.transaction', true) as name`)
    if (row?.name !== name)
      throw unavailable(new Error('The statements of a transaction came to different connections'))
  }
}

/** The statements inside a transaction wait under its deadline, and tell the gate how the database does. */
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

/** The same query, whose run goes through `pass`. */
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
