import type postgres from 'postgres'
import type { Channel, ListenStart } from '#platform/db/channel'
import type { Log } from '#platform/log/log'
import { createDeliveryProof, type Notify } from './delivery-proof'
import { createListenState } from './listen-state'
import { createListening, type Listener, type Listening, type ListenOptions } from './listening'

type Hooks = {
  connect(options: ListenOptions): postgres.Sql
  notify: Notify
  /** The connection broke or fell silent. */
  lost(cause: unknown): void
}

const retry = 100
const slowRetry = 1000

/**
 * The connection that LISTENs. Delivery is verified, not assumed: after connecting and every five seconds a random name
 * is sent by NOTIFY and must arrive. In between, a query every few milliseconds proves that the connection is alive and
 * up to date, because PostgreSQL delivers notifications committed before it answers. When the connection breaks, calls
 * `lost` and reconnects.
 */
export function createListenConnection(
  { connect, notify, lost }: Hooks,
  log: Log,
): Channel & { open(): Promise<void>; close(): void } {
  const listeners = new Map<string, Listener>()
  const listenState = createListenState(log)
  const surroundings = { connect, listeners, proof: createDeliveryProof(notify), listenState }
  let greet: (how: ListenStart) => Promise<void> = async () => {}
  let current: Listening | undefined

  async function tryToBegin(pause: number) {
    try {
      await begin()
    } catch (error) {
      if (listenState.isAway() || current !== undefined) return
      listenState.setError(error)
      await Bun.sleep(pause)
      if (!listenState.isAway() && current === undefined) void tryToBegin(slowRetry)
    }
  }

  /** Throws with `current` unset, unless another attempt is running or the channel was closed. */
  async function begin() {
    drop()
    const opened = createListening({
      ...surroundings,
      greet: (how) => greet(how),
      failed(cause) {
        drop()
        lost(cause)
        void tryToBegin(retry)
      },
    })
    current = opened
    await opened.begin().catch((error: unknown) => {
      if (current === opened) drop()
      throw error
    })
  }

  function drop() {
    current?.close()
    current = undefined
    listenState.lose()
  }

  return {
    /** Does not block: until listening works, nothing is cached. */
    async open() {
      listenState.setAway(false)
      await tryToBegin(retry)
    },
    close() {
      drop()
      listenState.setAway(true)
    },
    listen(name, heard, resumed) {
      listeners.set(name, { heard, resumed })
      const opened = current
      opened?.listenOn(name).then(resumed, opened.fail)
    },
    async ask(statement, parameters) {
      if (!current) throw new Error('There is no listening connection')
      return current.ask(statement, parameters).catch((error: unknown) => {
        listenState.noteInterruption()
        throw error
      })
    },
    onListening(work) {
      greet = work
      listenState.setGreetingDue('begun')
    },
    hold: listenState.hold,
    isListening: listenState.isUpToDate,
    isAway: listenState.isAway,
    hasListened: listenState.hasListened,
    settled: () => listenState.settled(() => void current?.keepUp()),
    listenError: listenState.error,
  }
}
