import type postgres from 'postgres'
import { within } from '#platform/within'

/** What a server tells of itself. */
export type Inspection = {
  isReadOnly: boolean
  isInRecovery: boolean
  /** As `server_version_num`: 150000 is 15.0. */
  version: number
  /** Something else hands out connections to the server: its process is not the one that was told at the beginning. */
  isPooled: boolean
}

/** The server gives up before we do, so that it does not go on with what nobody waits for any more. */
export const serverLimits = { statement_timeout: 1500, lock_timeout: 1300, idle_in_transaction_session_timeout: 5000 }
/** Milliseconds between two questions to a server that takes no writes yet. */
const askAgain = 100
/** Milliseconds that the slower servers have, once one is found that takes writes, to say that they do too. */
const grace = 150

export async function inspect(connection: postgres.Sql): Promise<Inspection> {
  const answer = await connection.unsafe<(Omit<Inspection, 'isPooled'> & { pid: number })[]>(
    `select pg_backend_pid() as pid, current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isInRecovery",
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  const { pid, ...told } = answer[0]!
  return { ...told, isPooled: answer.state.pid !== pid }
}

/** As the server itself says it of a statement that writes. */
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
 * The one of `urls` that takes writes, all of them asked at the same time, so that a silent one costs nothing. A standby
 * is asked until it is promoted, or until `limit` milliseconds are over: `ReadOnlyServer` then names one. Of two that take writes the one is right whose
 * history is younger: it was promoted while the other was away.
 */
export async function findPrimary(
  connect: (url: string) => postgres.Sql,
  urls: readonly string[],
  limit: number,
): Promise<string> {
  const found: { url: string; timeline: string }[] = []
  let readOnly: ReadOnlyServer | undefined

  async function ask(url: string, connection: postgres.Sql, told: () => void) {
    for (;;) {
      const inspection = await inspect(connection)
      if (!inspection.isReadOnly) break
      readOnly = new ReadOnlyServer(inspection, url)
      told()
      await Bun.sleep(askAgain)
    }
    const [row] = await connection.unsafe<{ timeline: string }[]>(
      'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
    )
    found.push({ url, timeline: row!.timeline })
  }

  const asked = urls.map((url) => {
    const connection = connect(url)
    const told = Promise.withResolvers<void>()
    const takesWrites = ask(url, connection, told.resolve).finally(told.resolve)
    return { connection, told: told.promise, takesWrites }
  })
  try {
    await within(limit, Promise.any(asked.map(({ takesWrites }) => takesWrites)))
    await Promise.race([Promise.all(asked.map(({ told }) => told)), Bun.sleep(grace)])
  } catch (error) {
    throw readOnly ?? (error instanceof AggregateError ? (error.errors[0] as unknown) : error)
  } finally {
    // Whoever still asks ends with the connection.
    for (const { connection } of asked) drop(connection)
  }
  // Timelines are hexadecimal numbers of eight digits: their order is that of their texts.
  const youngest = found.toSorted(
    (one, other) => other.timeline.localeCompare(one.timeline) || urls.indexOf(one.url) - urls.indexOf(other.url),
  )
  return youngest[0]!.url
}

/** `timeout`: seconds for what is under way. */
export function drop(connection: postgres.Sql, timeout = 0) {
  connection.end({ timeout }).catch(() => {})
}
