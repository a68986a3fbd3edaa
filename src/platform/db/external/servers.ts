import type postgres from 'postgres'
import { within } from '#platform/within'

/**
 * One URL for each host of `url`, in its order; hosts are in the authority or, as libpq allows, in `host` and `port` of
 * the query; the default port is PostgreSQL's. A host that begins with a slash, in the query or encoded in the
 * authority, is the folder of a socket. Throws for a URL of no server.
 */
export function serverUrls(url: string): string[] {
  const [, scheme, user = '', authority = '', after = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (scheme === undefined) throw new TypeError('no URL of PostgreSQL')
  const asked = new URL(`${scheme}host${after}`).searchParams
  const named = asked.get('host')
  const hosts = named ? named.split(',').map(hostOfQuery(asked.get('port') ?? '')) : authority.split(',')
  return hosts.map((host) => {
    const one = new URL(scheme + user + host + after)
    if (one.hostname === '') throw new TypeError('no host')
    for (const text of [one.username, one.password, one.hostname, one.pathname]) decodeURIComponent(text)
    // The primary is always chosen, whatever the URL says.
    for (const parameter of ['target_session_attrs', 'host', 'port']) one.searchParams.delete(parameter)
    return one.href
  })
}

const hostOfQuery = (ports: string) => (host: string, index: number) => {
  const all = ports.split(',')
  const port = all[index] ?? all[0] ?? ''
  const written = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  return port === '' ? written : `${written}:${port}`
}

/** The parts that the driver does not read from a URL itself: IPv6 addresses, socket folders and encoded names. */
export function addressOf(url: string): { host?: string; port?: number; path?: string; database?: string } {
  const { hostname, port, pathname } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  const folder = decodeURIComponent(hostname)
  return {
    ...(database === '' ? {} : { database }),
    ...(folder.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : {}),
    // The driver accepts arrays, its types do not; it would split a string at the colons.
    ...(hostname.startsWith('[')
      ? { host: [hostname.slice(1, -1)] as unknown as string, port: [Number(port || 5432)] as unknown as number }
      : {}),
  }
}

/** Properties that a server reports. */
export type Inspection = {
  isReadOnly: boolean
  isInRecovery: boolean
  /** As `server_version_num`: 150000 is 15.0. */
  version: number
  /** A pooler is in between: the server process is not the one reported at connecting. */
  isPooled: boolean
}

/** Shorter than our own timeouts, so that the server does not continue work that nobody waits for. */
export const serverLimits = { statement_timeout: 1500, lock_timeout: 1300, idle_in_transaction_session_timeout: 5000 }

/** The longest possible ones, for long work: a database may have limits of its own, and the driver sends no zero. */
const longest = 2_147_483_647

export const noLimits = {
  statement_timeout: longest,
  lock_timeout: longest,
  idle_in_transaction_session_timeout: longest,
}

/** Poll interval in milliseconds of a read-only server. */
const askAgain = 100

/** Milliseconds that other servers get to respond once a primary is found. */
const grace = 150

export async function inspect(connection: postgres.Sql): Promise<Inspection> {
  const answer = await connection.unsafe<(Omit<Inspection, 'isPooled'> & { pid: number })[]>(
    `select pg_backend_pid() as pid, current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isInRecovery",
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  const { pid, ...inspection } = answer[0]!
  return { ...inspection, isPooled: answer.state.pid !== pid }
}

/** The error of a server for a write while it is read-only. */
export class ReadOnlyServer extends Error {
  readonly code = '25006'
  readonly severity = 'ERROR'
  constructor(
    { isInRecovery }: Pick<Inspection, 'isInRecovery'>,
    readonly url: string,
  ) {
    super(`a server that takes no writes: it is ${isInRecovery ? 'a standby' : 'set to be read only'}`)
  }
}

/**
 * Finds the primary among `urls`; all are queried in parallel, so that a silent one causes no delay. A standby is
 * polled until it is promoted, or until `limit` milliseconds have passed: then `ReadOnlyServer` names one. If two
 * accept writes, the one with the newer timeline wins: it was promoted while the other was unreachable.
 */
export async function findPrimary(
  connect: (url: string) => postgres.Sql,
  urls: readonly string[],
  limit: number,
): Promise<string> {
  const found: { url: string; timeline: string }[] = []
  let readOnly: ReadOnlyServer | undefined

  async function ask(url: string, connection: postgres.Sql, answered: () => void) {
    for (;;) {
      const inspection = await inspect(connection)
      if (!inspection.isReadOnly) break
      readOnly = new ReadOnlyServer(inspection, url)
      answered()
      await Bun.sleep(askAgain)
    }
    const [row] = await connection.unsafe<{ timeline: string }[]>(
      'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
    )
    found.push({ url, timeline: row!.timeline })
  }

  const asked = urls.map((url) => {
    const connection = connect(url)
    const answered = Promise.withResolvers<void>()
    const takesWrites = ask(url, connection, answered.resolve).finally(answered.resolve)
    return { connection, answered: answered.promise, takesWrites }
  })
  try {
    await within(limit, Promise.any(asked.map(({ takesWrites }) => takesWrites)))
    await Promise.race([Promise.all(asked.map(({ answered }) => answered)), Bun.sleep(grace)])
  } catch (error) {
    throw readOnly ?? (error instanceof AggregateError ? (error.errors[0] as unknown) : error)
  } finally {
    // Closing the connections ends pending polls.
    for (const { connection } of asked) drop(connection)
  }
  // Timelines are eight hexadecimal digits, so they can be compared as text.
  const youngest = found.toSorted(
    (one, other) => other.timeline.localeCompare(one.timeline) || urls.indexOf(one.url) - urls.indexOf(other.url),
  )
  return youngest[0]!.url
}

/** `timeout`: seconds for running queries. */
export function drop(connection: postgres.Sql, timeout = 0) {
  connection.end({ timeout }).catch(() => {})
}
