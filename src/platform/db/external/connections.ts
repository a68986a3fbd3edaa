import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'
import { givingUpStandby } from './gated-client'
import { addressOf } from './server-urls'
import { drop, serverLimits } from './servers'

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
    /** Long work on a connection of its own. */
    async withDedicatedConnection<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      const connection = connect({})
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
