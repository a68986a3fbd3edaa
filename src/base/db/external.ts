import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { HttpError, unavailable } from '#base/http-error'
import type { Log } from '../log'
import { StartError } from '../start-error'
import type { Database, OpenDatabase } from './database'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate, isPassing, within } from './gate'

type Options = postgres.Options<Record<string, postgres.PostgresType>>

const poolSize = 10
/** Milliseconds that a start waits for what other processes write to be heard. */
const longestListening = 500
/** The server gives up before we do, so that it does not go on with what nobody waits for any more. */
const serverLimits = { statement_timeout: 1700, lock_timeout: 1500, idle_in_transaction_session_timeout: 5000 }

/**
 * An external Postgres behind the gate; see `openDatabase`. `listenUrl` leads to the same database without a pooler, for
 * the connection that listens.
 */
export async function openExternal(
  { url, listenUrl }: { url: string; listenUrl?: string },
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  /** Something hands out connections to the server (PgBouncer): none is ours for longer than a transaction. */
  let isPooled = false
  const isDirect = () => !isPooled

  const connect = (options: Options, to = url) =>
    postgres(to, {
      max: 1,
      prepare: !isPooled,
      ...(wantsPrimary(to) ? { target_session_attrs: 'primary' } : {}),
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
          await within(1000, inspect(connection))
        } finally {
          drop(connection)
        }
      },
      async open() {
        try {
          const found = await within(2000, inspect(pool))
          if (found.isPooled !== isPooled) {
            isPooled = found.isPooled
            renewPool()
          }
        } catch (error) {
          fault = refusedParameter(error)
          renewPool()
          throw error
        }
        await prepareOnce()
        try {
          await within(1000, pool.unsafe('select 1'))
        } catch (error) {
          renewPool()
          throw error
        }
        await Promise.race([listening.open(), Bun.sleep(longestListening)])
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
  const listening = createListenConnection(
    {
      connect: (options) => connect(options, listenUrl ?? url),
      notify: (name, payload) => pool.unsafe('select pg_notify($1, $2)', [name, payload]),
      lost: gate.suspect,
    },
    log,
  )

  const client = new Proxy(pool, {
    get(_, key) {
      if (key === 'unsafe') return gatedQuery(gate, () => pool, isDirect)
      if (key === 'begin') return gatedTransaction(gate, () => pool, isDirect)
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
 * a round trip, where a connection is always the same.
 */
const gatedQuery =
  (gate: Gate, pool: () => postgres.Sql, isDirect: () => boolean): Unsafe =>
  (text, parameters, options) =>
    watched(pool().unsafe(text, parameters, { ...options, prepare: isDirect() }), gate.pass)

function gatedTransaction(gate: Gate, pool: () => postgres.Sql, isDirect: () => boolean) {
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
            const checkWhole = isDirect() ? undefined : mark(scope)
            const result = await work(observed(scope, gate, isDirect()))
            await checkWhole?.()
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

/** Throws where nothing can be written. A pooler tells another process number than that of the server behind it. */
async function inspect(connection: postgres.Sql): Promise<{ isPooled: boolean }> {
  const answer = await connection.unsafe<{ pid: number; readOnly: boolean }[]>(
    `select pg_backend_pid() as pid, pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly"`,
  )
  if (answer[0]!.readOnly) throw new ReadOnlyServer()
  return { isPooled: answer.state.pid !== answer[0]!.pid }
}

/** As the server itself says it of a statement that writes. */
class ReadOnlyServer extends Error {
  readonly code = '25006'
  readonly severity = 'ERROR'
  constructor() {
    super('The database server takes no writes: it is a standby, or set to be read only')
  }
}

/** Waiting does not mend it: what stands before the server must let the limits of a connection through. */
function refusedParameter(error: unknown): StartError | undefined {
  const name = error instanceof Error ? /startup parameter[^:]*: "?(\w+)/.exec(error.message)?.[1] : undefined
  return name === undefined
    ? undefined
    : new StartError(
        `DATABASE_URL leads to a pooler that refuses the parameter ${name}: let it ignore ${Object.keys(serverLimits).join(', ')} (PgBouncer: ignore_startup_parameters).`,
      )
}

/** Of several hosts the one that takes writes is wanted, whatever else they answer. */
const wantsPrimary = (url: string): boolean =>
  /^[^/]*\/\/[^/]*,/.test(url) || /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url)

export function drop(connection: postgres.Sql) {
  connection.end({ timeout: 0 }).catch(() => {})
}
