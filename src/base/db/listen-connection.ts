import type postgres from 'postgres'
import type { Log } from '../log'
import type { Channel } from './channel'
import { within } from './gate'

/** The driver takes `onnotify`, its types do not know. */
type ListenOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  onnotify(name: string, payload: string): void
}
type Listener = { heard(payload: string): void; resumed(): void }

type Hooks = {
  connect(options: ListenOptions): postgres.Sql
  /** Sends a NOTIFY over another connection, the way writes take. */
  notify(name: string, payload: string): Promise<unknown>
  /** The connection broke or fell silent. */
  lost(cause: unknown): void
}

const answerLimit = 1000
/** How often the connection is asked for what has come, and how old its last answer may be. */
const pulseEvery = 100
const longestSilence = 250
const proveEvery = 5000
const retry = 100
const slowRetry = 1000
const longestWait = 2000

/**
 * The connection that LISTENs. That something comes over it is proven and not assumed: when it is opened, and every five
 * seconds, a name goes out by NOTIFY and must be heard. In between a question every tenth of a second tells that it is
 * alive and up to date: Postgres hands over what was committed before it answers. When it breaks it tells `lost`, and
 * listens again as soon as it can.
 */
export function createListenConnection(
  { connect, notify, lost }: Hooks,
  log: Log,
): Channel & { open(): Promise<void>; close(): void } {
  const listeners = new Map<string, Listener>()
  const proofChannel = `industria_proof_${crypto.randomUUID()}`
  const proofs = new Map<string, () => void>()
  let connection: postgres.Sql | undefined
  let pulse: Timer | undefined
  let asking: postgres.Sql | undefined
  let beginning: postgres.Sql | undefined
  let provenAt = 0
  let upToDateAt = Number.NEGATIVE_INFINITY
  let isAway = true
  let deafBy: string | undefined
  const waiting: (() => void)[] = []

  const isHearing = () => isAway || (deafBy === undefined && performance.now() - upToDateAt < longestSilence)

  function settle() {
    for (const go of waiting.splice(0)) go()
  }

  /** Nobody is kept waiting for it: while nothing is heard, nothing is kept. */
  async function open() {
    isAway = false
    await tryToBegin(retry)
  }

  async function tryToBegin(pause: number) {
    try {
      await begin()
    } catch (error) {
      if (isAway || connection !== undefined) return
      setDeaf(error)
      await Bun.sleep(pause)
      if (!isAway && connection === undefined) void tryToBegin(slowRetry)
    }
  }

  /** Throws with `connection` unset, unless another has begun or nobody wants one any more. */
  async function begin() {
    close(false)
    const mine = connect({
      onnotify: (name, payload) =>
        name === proofChannel ? proofs.get(payload)?.() : listeners.get(name)?.heard(payload),
      onclose: () => broken(mine, new Error('The listening connection was lost')),
    })
    connection = mine
    beginning = mine
    try {
      for (const name of [proofChannel, ...listeners.keys()]) await within(answerLimit, mine.unsafe(`listen "${name}"`))
      const asked = performance.now()
      await prove()
      if (connection !== mine) throw new Error('Another connection listens')
      // From here on nothing is missed; before, everything may have been.
      for (const { resumed } of listeners.values()) resumed()
      hearsSince(asked)
    } catch (error) {
      if (connection === mine) close(false)
      throw error
    } finally {
      if (beginning === mine) beginning = undefined
    }
    pulse = setInterval(() => void ask(mine), pulseEvery)
    pulse.unref()
  }

  function hearsSince(moment: number) {
    if (deafBy !== undefined) log.info('What other processes write is heard again')
    deafBy = undefined
    upToDateAt = moment
    settle()
  }

  function setDeaf(cause: unknown) {
    if (isAway) return
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (deafBy === undefined)
      log.warn('What other processes write is not heard at once: visitors see it up to a second later', {
        error: cause,
      })
    deafBy = reason
    settle()
  }

  async function prove() {
    const name = crypto.randomUUID()
    const heard = new Promise<void>((resolve) => proofs.set(name, resolve))
    try {
      await within(answerLimit, Promise.all([notify(proofChannel, name), heard])).catch((error: unknown) => {
        throw new Error('NOTIFY does not arrive at the connection that listens', { cause: error })
      })
      provenAt = performance.now()
    } finally {
      proofs.delete(name)
    }
  }

  /** One question at a time; what it does not answer in a second is lost. */
  async function ask(mine: postgres.Sql) {
    if (asking === mine || beginning === mine || connection !== mine) return
    asking = mine
    try {
      const asked = performance.now()
      await within(answerLimit, mine.unsafe('select 1'))
      if (connection !== mine) return
      if (asked - provenAt > proveEvery) await prove()
      hearsSince(asked)
    } catch (error) {
      broken(mine, error)
    } finally {
      if (asking === mine) asking = undefined
    }
  }

  function broken(which: postgres.Sql, cause: unknown) {
    if (connection !== which || beginning === which) return
    close(false)
    lost(cause)
    void tryToBegin(retry)
  }

  function close(goesAway = true) {
    clearInterval(pulse)
    const last = connection
    connection = undefined
    upToDateAt = Number.NEGATIVE_INFINITY
    last?.end({ timeout: 0 }).catch(() => {})
    if (!goesAway) return
    isAway = true
    deafBy = undefined
    settle()
  }

  return {
    open,
    close: () => close(),
    listen(name, heard, resumed) {
      const listener = { heard, resumed }
      listeners.set(name, listener)
      const mine = connection
      if (mine)
        within(answerLimit, mine.unsafe(`listen "${name}"`)).then(resumed, (error: unknown) => broken(mine, error))
    },
    async caughtUp() {
      if (!connection) throw new Error('Nobody listens')
      // Postgres hands over what was committed before it answers the next statement of the connection.
      await connection.unsafe('select 1')
    },
    isHearing,
    async settled() {
      if (isHearing() || deafBy !== undefined) return
      if (connection) void ask(connection)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, longestWait).unref()
      })
    },
    deafness: () => deafBy,
  }
}
