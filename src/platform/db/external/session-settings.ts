import type postgres from 'postgres'
import { StartError } from '#platform/start-error'

/**
 * Settings on which statements and the parsing of their results rely, and which the owner of a database, a role or a
 * server may have changed. Every connection sends these; PgBouncer sets them on the server connections that it lends.
 */
export const commonSettings = { DateStyle: 'ISO, MDY', TimeZone: 'UTC', standard_conforming_strings: 'on' }

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
