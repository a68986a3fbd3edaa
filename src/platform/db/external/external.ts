import { drizzle } from 'drizzle-orm/postgres-js'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from '#platform/db/database'
import { within } from '#platform/within'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate } from './gate'
import { createConnections, type Connections } from './connections'
import { gatedClient } from './gated-client'
import { primaryOf, watchPrimary, chooseServer } from './primary-watch'
import { serverUrls } from './server-urls'
import { noteWrites, type DatabaseState, prepareOnce } from './database-state'
import { drop, inspect, type Inspection, ReadOnlyServer } from './servers'
import { settingsToSend } from './session-settings'
import { checkServerVersion, faultOfStart } from './start-faults'

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
