import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'
import { givingUpStandby } from './gated-client'
import { addressOf } from './server-urls'
import { drop, serverLimits } from './servers'

export type ConnectionOptions = postgres.Options<Record<string, postgres.PostgresType>>

/** Apart, for a commit may wait for a standby that stands still, and nobody who reads is to wait behind it. */
const connectionsOf = { reading: 4, writing: 6 }
/** Seconds for what is read from a server when another takes its place. */
const lastReads = 2

export type Connections = ReturnType<typeof createConnections>

/** The connections to the server in use, at first the one at `url`; `unconfirmed`: a commit that no standby confirmed. */
export function createConnections(url: string, unconfirmed: () => void) {
  let current = url
  /** Something hands out connections to the server (PgBouncer): none is ours for longer than a transaction. */
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
    drizzle(fresh) // for what it does to the parsers
    return fresh
  }

  function connectPools() {
    return { reading: connectPool(connectionsOf.reading), writing: connectPool(connectionsOf.writing) }
  }

  /** In place of all connections, which get `grace` seconds to end what they do. */
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
    /** Work over a connection of its own, which may take its time. */
    async atLeisure<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
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
