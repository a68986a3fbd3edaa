import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Log } from '#platform/log/log'
import { StartError } from '#platform/start-error'
import type { Database, OpenDatabase } from '#platform/db/database'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate, isPassing, within } from './gate'
import { gatedClient, givingUpStandby } from './gated-client'
import { checkMigrated } from '#platform/db/migrate'
import { addressOf, serverUrls } from './server-urls'
import { drop, findPrimary, inspect, type Inspection, ReadOnlyServer, serverLimits } from './servers'

type Options = postgres.Options<Record<string, postgres.PostgresType>>

/** Apart, for a commit may wait for a standby that stands still, and nobody who reads is to wait behind it. */
const connectionsOf = { reading: 4, writing: 6 }
/** Milliseconds that a start waits for what other processes write to be heard. */
const longestListening = 500
/** Milliseconds in which, of several servers, the one is found that takes writes. */
const longestSearch = 1000
/** Milliseconds between two looks at whether, of several servers, ours is still the right one. */
const lookAround = 5000
/** Milliseconds between two looks, while ours takes no writes, at whether there is one that does. */
const lookForWrites = 1000
/** Seconds for what is read from a server when another takes its place. */
const lastReads = 2

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
  /** The start found no server that takes writes: until there is one, this one is read from. */
  let isReadOnly = false
  let fault: unknown

  function renewPools(grace = 0) {
    drop(pools.reading, grace)
    drop(pools.writing, grace)
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

  async function prepareOnce(found: Inspection) {
    if (isPrepared) return
    await atLeisure(async (fresh) => {
      await within(2000, fresh.execute(sql`select 1`))
      try {
        if (found.isReadOnly) {
          await checkMigrated(fresh, isReadOnly ? undefined : log)
        } else {
          await prepare(fresh)
          isPrepared = true
        }
      } catch (error) {
        if (!isPassing(error)) fault = refusal(error) ?? error
        throw error
      }
    })
  }

  const primaryOf = (urls: readonly string[]) =>
    findPrimary((one) => connect({ connect_timeout: 1 }, one), urls, longestSearch)

  /**
   * The one that takes writes. Where there is none one that does not, unless this process has written: what is read
   * there may be older than that.
   */
  async function chooseServer(): Promise<string> {
    try {
      return await primaryOf(servers)
    } catch (error) {
      if (error instanceof ReadOnlyServer && !isPrepared) return error.url
      throw error
    }
  }

  const gate: Gate = createGate(
    {
      isReadOnly: () => isReadOnly,
      async probe() {
        if (servers.length > 1 && !isReadOnly) {
          if ((await primaryOf(servers)) !== current) throw new Error('Another server is the primary now')
        } else {
          const connection = connect({ connect_timeout: 1 })
          try {
            const found = await within(1000, inspect(connection))
            if (found.isReadOnly && !isReadOnly) throw new ReadOnlyServer(found, current)
          } finally {
            drop(connection)
          }
        }
      },
      async open() {
        let found: Inspection
        try {
          if (servers.length > 1) {
            const chosen = await chooseServer()
            if (chosen !== current) {
              current = chosen
              renewPools(lastReads)
            }
          }
          found = await within(2000, inspect(pools.reading))
          if (found.version < oldestVersion) throw tooOld(found)
          if (found.isReadOnly && isPrepared) throw new ReadOnlyServer(found, current)
          if (found.isPooled !== isPooled) {
            isPooled = found.isPooled
            renewPools(lastReads)
          }
        } catch (error) {
          fault = faultOfStart(error)
          renewPools()
          throw error
        }
        await prepareOnce(found)
        try {
          await within(1000, Promise.all([pools.reading.unsafe('select 1'), pools.writing.unsafe('select 1')]))
        } catch (error) {
          renewPools()
          throw error
        }
        if (listenServers && listenServers.length > 1)
          listenServer = await primaryOf(listenServers).catch(() => listenServer)
        noteWrites(found)
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

  function noteWrites(found: Inspection) {
    if (found.isReadOnly && !isReadOnly)
      log.warn('The database takes no writes: it is read from, and writes are refused until one does', {
        error: new ReadOnlyServer(found, current),
      })
    else if (!found.isReadOnly && isReadOnly) log.info('The database takes writes now')
    isReadOnly = found.isReadOnly
  }

  const client = gatedClient({ gate, pools: () => pools, isDirect, doubts: () => doubts })

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
    if (isReadOnly) return
    const primary = await primaryOf(servers).catch(() => current)
    if (primary !== current) gate.suspect(new Error('Another server is the primary now'))
  }

  let waiting = isPrepared ? undefined : setTimeout(() => void waitForWrites(), lookForWrites)
  waiting?.unref()

  /** A closed gate tries to open by itself. */
  async function waitForWrites() {
    const isThere = isReadOnly && gate.isOpen() && (await primaryOf(servers).catch(() => undefined)) !== undefined
    if (isThere) await gate.renew()
    if (isPrepared || isClosed) return
    waiting = setTimeout(() => void waitForWrites(), lookForWrites)
    waiting.unref()
  }
  let isClosed = false

  return {
    db: drizzle({ client, casing: 'snake_case' }),
    atLeisure,
    isReady: gate.isOpen,
    takesWrites: () => gate.isOpen() && !isReadOnly,
    channel: listening,
    async close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(waiting)
      gate.stop()
      listening.close()
      await Promise.all([pools.reading.end({ timeout: 1 }), pools.writing.end({ timeout: 1 })])
    },
  }
}

/** `server_version_num`, the first whose ways the site knows. */
const oldestVersion = 140_000

const tooOld = ({ version }: Pick<Inspection, 'version'>) =>
  new StartError(
    `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: the site needs ${oldestVersion / 10_000} or newer.`,
  )

/** What keeps a process from starting; a site that runs waits for its server, whatever it says. */
function faultOfStart(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error
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
