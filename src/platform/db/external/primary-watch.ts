import type { Connections } from './connections'
import type { Gate } from './gate'
import { findPrimary, ReadOnlyServer } from './servers'
import type { DatabaseState } from './database-state'

/** Milliseconds to find the primary of several servers. */
const longestSearch = 1000
/** Poll interval in milliseconds to check that our server is still the primary. */
const lookAround = 5000
/** Poll interval in milliseconds to find a primary while our server is read-only. */
const lookForWrites = 1000

export const primaryOf = ({ connect }: Connections, urls: readonly string[]): Promise<string> =>
  findPrimary((one) => connect({ connect_timeout: 1 }, one), urls, longestSearch)

/**
 * The primary. Without one a read-only server, unless this process has written: a standby may lag behind its writes.
 */
export async function chooseServer(
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
export function watchPrimary({ servers, connections, gate, state }: Watched): () => void {
  // No failure reveals that another server was promoted while ours still responds.
  const looking = servers.length > 1 ? setInterval(() => void lookForAnother(), lookAround) : undefined
  looking?.unref()

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
    clearInterval(looking)
    clearTimeout(waiting)
  }
}
