import type postgres from 'postgres'
import type { Channel } from './channel'
import { within } from './gate'

/** The driver takes `onnotify`, its types do not know. */
type ListenOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  onnotify(name: string, payload: string): void
}
type Connect = (options: ListenOptions) => postgres.Sql
type Listener = { heard(payload: string): void; resumed(): void }

const answerLimit = 1000
const heartbeat = 5000
const retry = 100

/** The connection that LISTENs. When it breaks it tells `lost`, and listens again as soon as it can. */
export function createListenConnection(
  connect: Connect,
  lost: (cause: unknown) => void,
): Channel & { open(): Promise<void>; close(): void } {
  const listeners = new Map<string, Listener>()
  let connection: postgres.Sql | undefined
  let pulse: Timer | undefined

  async function open() {
    close()
    const mine = connect({
      onnotify: (name, payload) => listeners.get(name)?.heard(payload),
      onclose: () => broken(mine, new Error('The listening connection was lost')),
    })
    connection = mine
    await within(answerLimit, mine.unsafe('select 1'))
    for (const [name, listener] of listeners) await subscribe(mine, name, listener)
    // A connection may fall silent without closing.
    pulse = setInterval(() => {
      within(answerLimit, mine.unsafe('select 1')).catch((error) => broken(mine, error))
    }, heartbeat)
    pulse.unref()
  }

  function broken(which: postgres.Sql, cause: unknown) {
    if (connection !== which) return
    close()
    lost(cause)
    setTimeout(() => {
      if (connection === undefined) open().catch((error) => connection && broken(connection, error))
    }, retry)
  }

  function close() {
    clearInterval(pulse)
    const last = connection
    connection = undefined
    last?.end({ timeout: 0 }).catch(() => {})
  }

  return {
    open,
    close,
    listen(name, heard, resumed) {
      const listener = { heard, resumed }
      listeners.set(name, listener)
      if (connection) {
        const mine = connection
        subscribe(mine, name, listener).catch((error) => broken(mine, error))
      }
    },
    async caughtUp() {
      if (!connection) throw new Error('Nobody listens')
      // Postgres hands over what was committed before it answers the next statement of the connection.
      await connection.unsafe('select 1')
    },
  }
}

async function subscribe(connection: postgres.Sql, name: string, listener: Listener) {
  await within(answerLimit, connection.unsafe(`listen "${name}"`))
  listener.resumed()
}
