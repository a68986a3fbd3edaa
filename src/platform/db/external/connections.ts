import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from '#platform/db/database'
import { givingUpStandby } from './gated-client'
import { addressOf, drop, noLimits, serverLimits } from './servers'
import { StartError } from '#platform/start-error'

/**
 * Settings on which statements and the parsing of their results rely, and which the owner of a database, a role or a
 * server may have changed. Every connection sends these; PgBouncer sets them on the server connections that it lends.
 */
const commonSettings = { DateStyle: 'ISO, MDY', TimeZone: 'UTC', standard_conforming_strings: 'on' }

/** The same, but poolers refuse them at connecting: they are sent only where the server has other values. */
const directSettings = {
  bytea_output: 'hex',
  client_min_messages: 'notice',
  default_transaction_deferrable: 'off',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  gin_fuzzy_search_limit: '0',
  idle_session_timeout: '0',
  IntervalStyle: 'postgres',
  transaction_timeout: '0',
  transform_null_equals: 'off',
}

/**
 * The settings of `directSettings` that a connection has with another value, with the one that is needed. Throws
 * StartError for a pooler that does not pass on the common ones.
 */
export async function settingsToSend(connection: postgres.Sql): Promise<Record<string, string>> {
  const needed: Record<string, string> = { ...commonSettings, ...directSettings }
  // A server does not know the settings of newer versions.
  const rows = await connection.unsafe<{ name: string; value: string | null }[]>(
    `select name, current_setting(name, true) as value from unnest(array['${Object.keys(needed).join("', '")}']) as name`,
  )
  const differing = rows.filter(({ name, value }) => value !== null && value !== needed[name])
  const lost = differing.find(({ name }) => name in commonSettings)
  if (lost)
    throw new StartError(
      `DATABASE_URL leads to a pooler that does not pass on ${lost.name}, which is '${lost.value}' in this database: set it to '${needed[lost.name]}' there (alter database … set ${lost.name} = '${needed[lost.name]}').`,
    )
  const settings = Object.fromEntries(differing.map(({ name }) => [name, needed[name] ?? '']))
  const [found] = await connection.unsafe<{ schema: string | null }[]>('select current_schema() as schema')
  return found?.schema === null ? { ...settings, search_path: 'public' } : settings
}

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
