import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { HttpError } from '#base/http-error'
import type { Log } from '../log'
import type { Database, OpenDatabase } from './database'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate, isPassing, within } from './gate'

type Options = postgres.Options<Record<string, postgres.PostgresType>>

const poolSize = 10
/** The server gives up before we do, so that it does not go on with what nobody waits for any more. */
const serverLimits = { statement_timeout: 1700, lock_timeout: 1500, idle_in_transaction_session_timeout: 5000 }

/** An external Postgres behind the gate; see `openDatabase`. */
export async function openExternal(
  url: string,
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const connect = (options: Options) =>
    postgres(url, {
      max: 1,
      fetch_types: false,
      backoff: () => 0.25,
      connect_timeout: 2,
      max_lifetime: null,
      onnotice: () => {},
      ...options,
    })

  function connectPool() {
    const fresh = connect({ max: poolSize, connection: { application_name: 'industria', ...serverLimits } })
    drizzle(fresh) // for what it does to the parsers
    return fresh
  }

  let pool = connectPool()
  let isPrepared = false
  let fault: unknown

  function renewPool() {
    drop(pool)
    pool = connectPool()
  }

  async function atLeisure<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const connection = connect({})
    try {
      return await work(drizzle({ client: connection, casing: 'snake_case' }))
    } finally {
      drop(connection)
    }
  }

  async function prepareOnce() {
    if (isPrepared) return
    await atLeisure(async (fresh) => {
      await within(2000, fresh.execute(sql`select 1`))
      try {
        await prepare(fresh)
        isPrepared = true
      } catch (error) {
        if (!isPassing(error)) fault = error
        throw error
      }
    })
  }

  const gate: Gate = createGate(
    {
      async probe() {
        const connection = connect({ connect_timeout: 1 })
        try {
          await within(1000, connection.unsafe('select 1'))
        } finally {
          drop(connection)
        }
      },
      async open() {
        await prepareOnce()
        try {
          await within(1000, Promise.all([pool.unsafe('select 1'), listening.open()]))
        } catch (error) {
          renewPool()
          throw error
        }
      },
      // What went out on the old connections is given up with them: a transaction that never sees its COMMIT rolls
      // back.
      shut() {
        renewPool()
        listening.close()
      },
    },
    log,
  )
  const listening = createListenConnection(connect, gate.suspect)

  const client = new Proxy(pool, {
    get(_, key) {
      if (key === 'unsafe') return gatedQuery(gate, () => pool)
      if (key === 'begin') return gatedTransaction(gate, () => pool)
      return Reflect.get(pool, key)
    },
  })

  await gate.start()
  if (fault !== undefined) {
    gate.stop()
    drop(pool)
    throw fault
  }
  return {
    db: drizzle({ client, casing: 'snake_case' }),
    atLeisure,
    isReady: gate.isOpen,
    channel: listening,
    async close() {
      gate.stop()
      listening.close()
      await pool.end({ timeout: 1 })
    },
  }
}

type Query = postgres.PendingQuery<postgres.Row[]>
type Unsafe = (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) => Query

/**
 * Queries run when they are awaited; then, and as often, they pass the gate. Plans are kept per connection, which saves
 * a round trip.
 */
const gatedQuery =
  (gate: Gate, pool: () => postgres.Sql): Unsafe =>
  (text, parameters, options) =>
    watched(pool().unsafe(text, parameters, { ...options, prepare: true }), gate.pass)

function gatedTransaction(gate: Gate, pool: () => postgres.Sql) {
  return async <Result>(work: (scope: postgres.TransactionSql) => Promise<Result>): Promise<Result> => {
    let isGivenUp = false
    const unlessGivenUp = () => {
      if (isGivenUp) throw new Error('The transaction came too late')
    }
    try {
      return await gate
        .pass(() =>
          pool().begin(async (scope) => {
            unlessGivenUp()
            const result = await work(observed(scope, gate))
            unlessGivenUp()
            return { result }
          }),
        )
        .then(({ result }) => result)
    } catch (error) {
      isGivenUp = true
      throw error instanceof Error && error.cause instanceof HttpError ? error.cause : error
    }
  }
}

/** The statements inside a transaction wait under its deadline, and tell the gate how the database does. */
const observed = (scope: postgres.TransactionSql, gate: Gate): postgres.TransactionSql =>
  new Proxy(scope, {
    get(target, key) {
      if (key === 'unsafe') {
        const unsafe: Unsafe = (text, parameters, options) =>
          watched(target.unsafe(text, parameters, { ...options, prepare: true }), (run) => gate.observe(run()))
        return unsafe
      } else if (key === 'savepoint') {
        return <Result>(work: (inner: postgres.TransactionSql) => Promise<Result>) =>
          target.savepoint((inner) => work(observed(inner, gate)))
      } else {
        return Reflect.get(target, key)
      }
    },
  })

/** The same query, whose run goes through `pass`. */
const watched = (query: Query, pass: <Result>(run: () => PromiseLike<Result>) => Promise<Result>): Query =>
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

export function drop(connection: postgres.Sql) {
  connection.end({ timeout: 0 }).catch(() => {})
}
