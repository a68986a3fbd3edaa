import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from '#platform/db/database'
import { createListenConnection } from './listen-connection'
import { createGate, type Gate } from './gate'
import { isPassing } from './server-faults'
import { createConnections } from './connections'
import { gatedClient } from './gated-client'
import { checkMigrated } from '#platform/db/migrate'
import { within } from '#platform/within'
import { serverUrls } from './server-urls'
import { drop, findPrimary, inspect, type Inspection, ReadOnlyServer } from './servers'
import { checkServerVersion, faultOfStart, refusal } from './start-faults'

/** Milliseconds that a start waits for what other processes write to be heard. */
const longestListening = 500
/** Milliseconds in which, of several servers, the one is found that takes writes. */
const longestSearch = 1000
/** Milliseconds between two looks at whether, of several servers, ours is still the right one. */
const lookAround = 5000
/** Milliseconds between two looks, while ours takes no writes, at whether there is one that does. */
const lookForWrites = 1000

/**
 * An external Postgres behind the gate; see `openDatabase`. `listenUrl` leads to the same database without a pooler, for
 * the connection that listens.
 */
export async function openExternal(
  { url, listenUrl }: { url: string; listenUrl?: string },
  log: Log,
  prepare: (db: Database) => Promise<void>,
): Promise<OpenDatabase> {
  const servers = serverUrls(url)
  const listenServers = listenUrl === undefined ? undefined : serverUrls(listenUrl)
  let listenServer = listenServers?.[0]

  /** How many commits came to an end without the standby that they had to wait for. */
  let doubts = 0
  const connections = createConnections(servers[0]!, () => {
    doubts++
    gate.suspect(new Error('A commit was not confirmed by the standby'))
  })
  const { connect } = connections

  let isPrepared = false
  /** The start found no server that takes writes: until there is one, this one is read from. */
  let isReadOnly = false
  let fault: unknown

  async function prepareOnce(found: Inspection) {
    if (isPrepared) return
    await connections.atLeisure(async (fresh) => {
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
          if ((await primaryOf(servers)) !== connections.server()) throw new Error('Another server is the primary now')
        } else {
          const connection = connect({ connect_timeout: 1 })
          try {
            const found = await within(1000, inspect(connection))
            if (found.isReadOnly && !isReadOnly) throw new ReadOnlyServer(found, connections.server())
          } finally {
            drop(connection)
          }
        }
      },
      async open() {
        let found: Inspection
        try {
          if (servers.length > 1) connections.use(await chooseServer())
          found = await within(2000, inspect(connections.pools().reading))
          checkServerVersion(found)
          if (found.isReadOnly && isPrepared) throw new ReadOnlyServer(found, connections.server())
          connections.notePooled(found.isPooled)
        } catch (error) {
          fault = faultOfStart(error)
          connections.renew()
          throw error
        }
        await prepareOnce(found)
        try {
          const { reading, writing } = connections.pools()
          await within(1000, Promise.all([reading.unsafe('select 1'), writing.unsafe('select 1')]))
        } catch (error) {
          connections.renew()
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
        connections.renew()
        listening.close()
      },
    },
    log,
  )
  const listening = createListenConnection(
    {
      connect: (options) => connect(options, listenServer),
      notify: (name, payload) => connections.pools().reading.unsafe('select pg_notify($1, $2)', [name, payload]),
      lost: gate.suspect,
    },
    log,
  )

  function noteWrites(found: Inspection) {
    if (found.isReadOnly && !isReadOnly)
      log.warn('The database takes no writes: it is read from, and writes are refused until one does', {
        error: new ReadOnlyServer(found, connections.server()),
      })
    else if (!found.isReadOnly && isReadOnly) log.info('The database takes writes now')
    isReadOnly = found.isReadOnly
  }

  const client = gatedClient({
    gate,
    pools: connections.pools,
    isDirect: connections.isDirect,
    doubts: () => doubts,
  })

  await gate.start(() => fault !== undefined)
  if (fault !== undefined) {
    gate.stop()
    connections.drop()
    throw fault
  }
  // A server that was promoted although ours still answers is not found out by any failure.
  const looking = servers.length > 1 ? setInterval(() => void lookForAnother(), lookAround) : undefined
  looking?.unref()

  async function lookForAnother() {
    if (isReadOnly) return
    const primary = await primaryOf(servers).catch(connections.server)
    if (primary !== connections.server()) gate.suspect(new Error('Another server is the primary now'))
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
    atLeisure: connections.atLeisure,
    isReady: gate.isOpen,
    takesWrites: () => gate.isOpen() && !isReadOnly,
    channel: listening,
    async close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(waiting)
      gate.stop()
      listening.close()
      await connections.end()
    },
  }
}
