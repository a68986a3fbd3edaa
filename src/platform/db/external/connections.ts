import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'
import { givingUpStandby } from './gated-client'
import { addressOf } from './server-urls'
import { drop, noLimits, serverLimits } from './servers'
import { commonSettings } from './session-settings'

type ConnectionOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** Separate pools: a commit may wait for a standby that has stopped, and reads must not wait behind it. */
const connectionsOf = { reading: 4, writing: 6 }
/** Seconds for running reads when another server takes over. */
const lastReads = 2

export type Connections = ReturnType<typeof createConnections>

/**
 * The connection pools to the current server, initially the one at `url`; `unconfirmed` is called for a commit that no
 * standby confirmed.
 */
export function createConnections(url: string, unconfirmed: () => void) {
  let current = url
  /** A pooler (PgBouncer) is in between: a server connection is ours for one transaction at most. */
  let isPooled = false
  /** Further settings that connections send, because the server has other values. */
  let settings: Readonly<Record<string, string>> = {}
  let pools = connectPools()

  function connect(options: ConnectionOptions, to = current) {
    return postgres(to, {
      ...addressOf(to),
      max: 1,
      prepare: !isPooled,
      fetch_types: false,
      backoff: () => 0.25,
      connect_timeout: 2,
      max_lifetime: null,
      onnotice: () => {},
      ...options,
      connection: { ...commonSettings, ...(isPooled ? {} : settings), ...options.connection },
    })
  }

  function connectPool(max: number) {
    const fresh = connect({
      max,
      connection: { application_name: 'industria', ...serverLimits },
      onnotice: ({ routine }) => {
        if (routine === givingUpStandby) unconfirmed()
      },
    })
    drizzle(fresh) // called for its side effect on the parsers
    return fresh
  }

  function connectPools() {
    return { reading: connectPool(connectionsOf.reading), writing: connectPool(connectionsOf.writing) }
  }

  /** Replaces all connections; the old ones get `grace` seconds to finish. */
  function renew(grace = 0) {
    drop(pools.reading, grace)
    drop(pools.writing, grace)
    pools = connectPools()
  }

  return {
    connect,
    renew,
    pools: () => pools,
    server: () => current,
    isDirect: () => !isPooled,
    use(server: string) {
      if (server === current) return
      current = server
      renew(lastReads)
    },
    notePooled(is: boolean) {
      if (is === isPooled) return
      isPooled = is
      renew(lastReads)
    },
    /** The settings that a transaction has to set by itself: those that a pooler refuses at connecting. */
    settingsOfTransactions: () => (isPooled ? settings : {}),
    noteSettings(needed: Readonly<Record<string, string>>) {
      const isNew = Object.keys(needed).some((name) => !(name in settings))
      settings = { ...settings, ...needed }
      if (isNew && !isPooled) renew(lastReads)
    },
    /** Long work on a connection of its own. */
    async withDedicatedConnection<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const connection = connect({ connection: noLimits })
      try {
        return await work(drizzle({ client: connection, casing: 'snake_case' }))
      } finally {
        drop(connection)
      }
    },
    drop() {
      drop(pools.reading)
      drop(pools.writing)
    },
    end: () => Promise.all([pools.reading.end({ timeout: 1 }), pools.writing.end({ timeout: 1 })]),
  }
}
