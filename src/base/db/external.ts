import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { HttpError, unavailable } from '#base/http-error'
import type { Log } from '../log'
import { StartError } from '../start-error'
import type { Database, OpenDatabase } from './database'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate, isPassing, within } from './gate'
import { addressOf, serverUrls } from './server-urls'
import { drop, findPrimary, inspect, type Inspection, ReadOnlyServer } from './servers'

type Options = postgres.Options<Record<string, postgres.PostgresType>>

/** Apart, for a commit may wait for a standby that stands still, and nobody who reads is to wait behind it. */
const connectionsOf = { reading: 4, writing: 6 }
/** Milliseconds that a start waits for what other processes write to be heard. */
const longestListening = 500
/** Milliseconds in which, of several servers, the one is found that takes writes. */
const longestSearch = 1000
/** Milliseconds between two looks at whether, of several servers, ours is still the right one. */
const lookAround = 5000
/** The server gives up before we do, so that it does not go on with what nobody waits for any more. */
const serverLimits = { statement_timeout: 1500, lock_timeout: 1300, idle_in_transaction_session_timeout: 5000 }

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
  const servers = serverUrls(url)
  /** The server in use. */
  let current = servers[0]!
  const listenServers = listenUrl === undefined ? undefined : serverUrls(listenUrl)
  let listenServer = listenServers?.[0]

  const connect = (options: Options, to = current) =>
    postgres(to, {
      ...addressOf(to),
      max: 1,
      prepare: !isPooled,
      fetch_types: false,
      backoff: () => 0.25,
      connect_timeout: 2,
      max_lifetime: null,
      onnotice: () => {},
      ...options,
    })

  function connectPool(max: number) {
    const fresh = connect({
      max,
      connection: { application_name: 'industria', ...serverLimits },
      onnotice: ({ routine }) => {
        if (routine === givingUpStandby) doubt()
      },
    })
    drizzle(fresh) // for what it does to the parsers
    return fresh
  }
  const connectPools = () => ({
    reading: connectPool(connectionsOf.reading),
    writing: connectPool(connectionsOf.writing),
  })

  let pools = connectPools()
  let isPrepared = false
  let fault: unknown

  function renewPools() {
    drop(pools.reading)
    drop(pools.writing)
    pools = connectPools()
  }

  let doubts = 0
  function doubt() {
    doubts++
    gate.suspect(new Error('A commit was not confirmed by the standby'))
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
        if (!isPassing(error)) fault = refusal(error) ?? error
        throw error
      }
    })
  }

  const primaryOf = (urls: readonly string[]) =>
    findPrimary((one) => connect({ connect_timeout: 1 }, one), urls, longestSearch)

  const gate: Gate = createGate(
    {
      async probe() {
        if (servers.length > 1) {
          if ((await primaryOf(servers)) !== current) throw new Error('Another server is the primary now')
        } else {
          const connection = connect({ connect_timeout: 1 })
          try {
            const found = await within(1000, inspect(connection))
            if (found.isReadOnly) throw new ReadOnlyServer(found)
          } finally {
            drop(connection)
          }
        }
      },
      async open() {
        try {
          if (servers.length > 1) {
            const primary = await primaryOf(servers)
            if (primary !== current) {
              current = primary
              renewPools()
            }
          }
          const found = await within(2000, inspect(pools.reading))
          if (found.version < oldestVersion) throw tooOld(found)
          if (found.isReadOnly) throw new ReadOnlyServer(found)
          if (found.isPooled !== isPooled) {
            isPooled = found.isPooled
            renewPools()
          }
        } catch (error) {
          fault = faultOfStart(error, servers.length)
          renewPools()
          throw error
        }
        await prepareOnce()
        try {
          await within(1000, Promise.all([pools.reading.unsafe('select 1'), pools.writing.unsafe('select 1')]))
        } catch (error) {
          renewPools()
          throw error
        }
        if (listenServers && listenServers.length > 1)
          listenServer = await primaryOf(listenServers).catch(() => listenServer)
        await Promise.race([listening.open(), Bun.sleep(longestListening)])
      },
      // What went out on the old connections is given up with them: a transaction that never sees its COMMIT rolls
      // back.
      shut() {
        renewPools()
        listening.close()
      },
    },
    log,
  )
  const listening = createListenConnection(
    {
      connect: (options) => connect(options, listenServer ?? current),
      notify: (name, payload) => pools.reading.unsafe('select pg_notify($1, $2)', [name, payload]),
      lost: gate.suspect,
    },
    log,
  )

  const way: Way = { gate, pools: () => pools, isDirect, doubts: () => doubts }
  const client = new Proxy(pools.writing, {
    get(_, key) {
      if (key === 'unsafe') return gatedQuery(way)
      if (key === 'begin') return gatedTransaction(way)
      return Reflect.get(pools.writing, key)
    },
  })

  await gate.start(() => fault !== undefined)
  if (fault !== undefined) {
    gate.stop()
    drop(pools.reading)
    drop(pools.writing)
    throw fault
  }
  // A server that was promoted although ours still answers is not found out by any failure.
  const looking = servers.length > 1 ? setInterval(() => void lookForAnother(), lookAround) : undefined
  looking?.unref()

  async function lookForAnother() {
    const primary = await primaryOf(servers).catch(() => current)
    if (primary !== current) gate.suspect(new Error('Another server is the primary now'))
  }

  return {
    db: drizzle({ client, casing: 'snake_case' }),
    atLeisure,
    isReady: gate.isOpen,
    channel: listening,
    async close() {
      clearInterval(looking)
      gate.stop()
      listening.close()
      await Promise.all([pools.reading.end({ timeout: 1 }), pools.writing.end({ timeout: 1 })])
    },
  }
}

type Query = postgres.PendingQuery<postgres.Row[]>
type Unsafe = (text: string, parameters?: never[], options?: postgres.UnsafeQueryOptions) => Query

type Pass = <Result>(run: () => PromiseLike<Result>) => Promise<Result>
type Way = {
  gate: Gate
  pools(): { reading: postgres.Sql; writing: postgres.Sql }
  isDirect(): boolean
  /** How many commits came to an end without the standby that they had to wait for. */
  doubts(): number
}

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
const givingUpStandby = 'SyncRepWaitForLSN'

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

/** `server_version_num`, the first whose ways the site knows. */
const oldestVersion = 140_000

const tooOld = ({ version }: Pick<Inspection, 'version'>) =>
  new StartError(
    `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: the site needs ${oldestVersion / 10_000} or newer.`,
  )

/** What keeps a process from starting; a site that runs waits for its server, whatever it says. */
function faultOfStart(error: unknown, servers: number): StartError | undefined {
  if (error instanceof StartError) return error
  // Of several servers another will be promoted.
  if (error instanceof ReadOnlyServer && servers === 1) return new StartError(`DATABASE_URL leads to ${error.message}.`)
  return untrusted(error) ?? refusal(error) ?? refusedParameter(error)
}

/**
 * No such database or role, a wrong password, no right to connect, a database that takes no connections, a parameter of
 * the URL that the server does not know; and no right to read what tells of the migrations.
 */
function refusal(error: unknown): StartError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return undefined
  return cause.severity === 'FATAL' ? refusing(/^(?:0A|22|28|3D|42)|^55000$/, cause) : refusing(/^42501$/, cause)
}

const refusing = (codes: RegExp, { code, message }: Error & { code?: unknown }) =>
  codes.test(String(code)) ? new StartError(`The server that DATABASE_URL leads to refuses: ${message}`) : undefined

function untrusted(error: unknown): StartError | undefined {
  return error instanceof Error && 'code' in error && /CERT|ISSUER|ALTNAME/.test(String(error.code))
    ? new StartError(
        `The certificate of the server that DATABASE_URL leads to is not trusted: ${error.message} (${String(error.code)}). NODE_EXTRA_CA_CERTS names a file of authorities to trust; sslmode=require asks for none.`,
      )
    : undefined
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
