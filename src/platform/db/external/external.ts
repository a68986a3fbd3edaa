import { drizzle } from 'drizzle-orm/postgres-js'
import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from '#platform/db/database'
import { within, repeat } from '#platform/within'
import { checkMigrated } from '#platform/db/migrate'
import { StartError, codeOf, messageOf } from '#platform/start-error'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate, isPassing } from './gate'
import { createConnections, type Connections, settingsToSend } from './connections'
import { gatedClient } from './gated-client'
import { serverUrls, drop, inspect, type Inspection, ReadOnlyServer, findPrimary, serverLimits } from './servers'

/** `server_version_num` of the oldest supported version. */
const oldestVersion = 140_000

/** Throws a StartError for a server that is too old. */
function checkServerVersion({ version }: Pick<Inspection, 'version'>): void {
  if (version < oldestVersion)
    throw new StartError(
      `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)}: the site needs ${oldestVersion / 10_000} or newer.`,
    )
}

/** Errors that prevent a start; a running site waits for its server whatever the error. */
function faultOfStart(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error
  return untrusted(error) ?? refusal(error) ?? refusedParameter(error)
}

/**
 * An unknown database or role, a wrong password, no right to connect, a database that accepts no connections, a URL
 * parameter unknown to the server; and no right to read the migrations table.
 */
function refusal(error: unknown): StartError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return undefined
  return cause.severity === 'FATAL' ? refusing(/^(?:0A|22|28|3D|42)|^55000$/, cause) : refusing(/^42501$/, cause)
}

const refusing = (codes: RegExp, { code, message }: Error & { code?: unknown }) =>
  codes.test(String(code)) ? new StartError(`The server that DATABASE_URL leads to refuses: ${message}`) : undefined

function untrusted(error: unknown): StartError | undefined {
  return /CERT|ISSUER|ALTNAME/.test(codeOf(error))
    ? new StartError(
        `The certificate of the server that DATABASE_URL leads to is not trusted: ${messageOf(error)} (${codeOf(error)}). NODE_EXTRA_CA_CERTS names a file of authorities to trust; sslmode=require asks for none.`,
      )
    : undefined
}

/** A permanent error: a pooler has to accept the connection's timeout parameters. */
function refusedParameter(error: unknown): StartError | undefined {
  const name = error instanceof Error ? /startup parameter[^:]*: "?(\w+)/.exec(error.message)?.[1] : undefined
  return name === undefined
    ? undefined
    : new StartError(
        `DATABASE_URL leads to a pooler that refuses the parameter ${name}: let it ignore ${Object.keys(serverLimits).join(', ')} (PgBouncer: ignore_startup_parameters).`,
      )
}

/** Milliseconds to find the primary of several servers. */
const longestSearch = 1000
/** Poll interval in milliseconds to check that our server is still the primary. */
const lookAround = 5000
/** Poll interval in milliseconds to find a primary while our server is read-only. */
const lookForWrites = 1000

const primaryOf = ({ connect }: Connections, urls: readonly string[]): Promise<string> =>
  findPrimary((one) => connect({ connect_timeout: 1 }, one), urls, longestSearch)

/**
 * The primary. Without one a read-only server, unless this process has written: a standby may lag behind its writes.
 */
async function chooseServer(
  connections: Connections,
  servers: readonly string[],
  { isPrepared }: DatabaseState,
): Promise<string> {
  try {
    return await primaryOf(connections, servers)
  } catch (error) {
    if (error instanceof ReadOnlyServer && !isPrepared) return error.url
    throw error
  }
}

type Watched = { servers: readonly string[]; connections: Connections; gate: Gate; state: DatabaseState }

/** Looks for another primary, and while there is none for one that takes writes, until the returned function is called. */
function watchPrimary({ servers, connections, gate, state }: Watched): () => void {
  // No failure reveals that another server was promoted while ours still responds.
  const stopLooking = servers.length > 1 ? repeat(lookAround, lookForAnother) : undefined

  async function lookForAnother() {
    if (state.isReadOnly) return
    const primary = await primaryOf(connections, servers).catch(connections.server)
    if (primary !== connections.server()) gate.suspect(new Error('Another server is the primary now'))
  }

  let isStopped = false
  let waiting = state.isPrepared ? undefined : setTimeout(() => void waitForWrites(), lookForWrites)
  waiting?.unref()

  /** A closed gate retries by itself. */
  async function waitForWrites() {
    const isThere =
      state.isReadOnly && gate.isOpen() && (await primaryOf(connections, servers).catch(() => undefined)) !== undefined
    if (isThere) await gate.renew()
    if (state.isPrepared || isStopped) return
    waiting = setTimeout(() => void waitForWrites(), lookForWrites)
    waiting.unref()
  }

  return () => {
    isStopped = true
    stopLooking?.()
    clearTimeout(waiting)
  }
}

/** Milliseconds that a start waits for LISTEN to be established. */
const longestListening = 500

/**
 * Opens an external PostgreSQL behind the gate; see `openDatabase`. `listenUrl` is the same database without a pooler,
 * for the connection that listens.
 */
export async function openExternal(
  { url, listenUrl }: { url: string; listenUrl?: string },
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const servers = serverUrls(url)
  const listenServers = listenUrl === undefined ? undefined : serverUrls(listenUrl)
  let listenServer = listenServers?.[0]

  /** Number of commits whose synchronous standby did not confirm them. */
  let unconfirmedCommits = 0
  const connections = createConnections(servers[0]!, () => {
    unconfirmedCommits++
    gate.suspect(new Error('A commit was not confirmed by the standby'))
  })
  const state: DatabaseState = { isPrepared: false, isReadOnly: false, fault: undefined }
  const source = { servers, connections, state, log, prepare }

  const gate: Gate = createGate(
    {
      isReadOnly: () => state.isReadOnly,
      probe: () => probeServer(source),
      async open() {
        const found = await openServer(source)
        if (listenServers && listenServers.length > 1)
          listenServer = await primaryOf(connections, listenServers).catch(() => listenServer)
        noteWrites(state, connections.server(), found, log)
        await Promise.race([listening.open(), Bun.sleep(longestListening)])
      },
      // Closing the old connections discards their requests: a transaction that never sees its COMMIT rolls back.
      shut() {
        connections.renew()
        listening.close()
      },
    },
    log,
  )
  const listening = createListenConnection(
    {
      connect: (options) => connections.connect(options, listenServer),
      notify: (name, payload) => connections.pools().reading.unsafe('select pg_notify($1, $2)', [name, payload]),
      lost: gate.suspect,
    },
    log,
  )

  const client = gatedClient({
    gate,
    pools: connections.pools,
    isDirect: connections.isDirect,
    settingsOfTransactions: connections.settingsOfTransactions,
    unconfirmedCommits: () => unconfirmedCommits,
  })

  await gate.start(() => state.fault !== undefined)
  if (state.fault !== undefined) {
    gate.stop()
    connections.drop()
    throw state.fault
  }
  const stopWatching = watchPrimary({ servers, connections, gate, state })

  return {
    db: drizzle({ client, casing: 'snake_case' }),
    withDedicatedConnection: connections.withDedicatedConnection,
    isReady: gate.isOpen,
    takesWrites: () => gate.isOpen() && !state.isReadOnly,
    channel: listening,
    async close() {
      stopWatching()
      gate.stop()
      listening.close()
      await connections.end()
    },
  }
}

type Source = {
  servers: readonly string[]
  connections: Connections
  state: DatabaseState
  log: Log
  prepare: (db: Database) => Promise<void>
}

/** Throws unless our server answers, and is still the primary. */
async function probeServer({ servers, connections, state }: Source): Promise<void> {
  if (servers.length > 1 && !state.isReadOnly) {
    if ((await primaryOf(connections, servers)) !== connections.server())
      throw new Error('Another server is the primary now')
  } else {
    const connection = connections.connect({ connect_timeout: 1 })
    try {
      const found = await within(1000, inspect(connection))
      if (found.isReadOnly && !state.isReadOnly) throw new ReadOnlyServer(found, connections.server())
    } finally {
      drop(connection)
    }
  }
}

/** Connects to the primary, and prepares its database if that has not been done. */
async function openServer({ servers, connections, state, log, prepare }: Source): Promise<Inspection> {
  let found: Inspection
  try {
    if (servers.length > 1) connections.use(await chooseServer(connections, servers, state))
    found = await within(2000, inspect(connections.pools().reading))
    checkServerVersion(found)
    if (found.isReadOnly && state.isPrepared) throw new ReadOnlyServer(found, connections.server())
    connections.notePooled(found.isPooled)
    connections.noteSettings(await within(1000, settingsToSend(connections.pools().reading)))
  } catch (error) {
    state.fault = faultOfStart(error)
    connections.renew()
    throw error
  }
  await prepareOnce(state, connections, { found, log, prepare })
  try {
    const { reading, writing } = connections.pools()
    await within(1000, Promise.all([reading.unsafe('select 1'), writing.unsafe('select 1')]))
  } catch (error) {
    connections.renew()
    throw error
  }
  return found
}

/** The state of the database as this process knows it. */
type DatabaseState = {
  /** The database was migrated and filled by this release. */
  isPrepared: boolean
  /** The start found no primary: this server is only read from until there is one. */
  isReadOnly: boolean
  /** The error that ends the start, since a retry cannot help. */
  fault: unknown
}

/** Prepares the database before it is used first; one that is read-only is checked instead. */
async function prepareOnce(
  state: DatabaseState,
  connections: Connections,
  { found, log, prepare }: { found: Inspection; log: Log; prepare: (db: Database) => Promise<void> },
): Promise<void> {
  if (state.isPrepared) return
  await connections.withDedicatedConnection(async (fresh) => {
    await within(2000, fresh.execute(sql`select 1`))
    try {
      if (found.isReadOnly) {
        await checkMigrated(fresh, state.isReadOnly ? undefined : log)
      } else {
        await prepare(fresh)
        state.isPrepared = true
      }
    } catch (error) {
      if (!isPassing(error)) state.fault = refusal(error) ?? error
      throw error
    }
  })
}

/** Logs when the database stops or begins to take writes. */
function noteWrites(state: DatabaseState, server: string, found: Inspection, log: Log): void {
  if (found.isReadOnly && !state.isReadOnly)
    log.warn('The database takes no writes: they are refused until a server accepts them', {
      error: new ReadOnlyServer(found, server),
    })
  else if (!found.isReadOnly && state.isReadOnly) log.info('The database accepts writes again')
  state.isReadOnly = found.isReadOnly
}
