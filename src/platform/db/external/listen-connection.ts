import type postgres from 'postgres'
import type { Log } from '#platform/log/log'
import { type Channel, type ListenStart, longestSilence } from '#platform/db/channel'
import { within } from '#platform/within'

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
/** How often the connection is asked for what has come; see `longestSilence`. */
const pulseEvery = 30
/** A silence of this length may have let others forget this process. */
const longestInterruption = 5000
const proveEvery = 5000
const retry = 100
const slowRetry = 1000
/** With what a frozen database takes to be noticed, an answer comes within two seconds. */
const longestWait = 150

/**
 * The connection that LISTENs. That something comes over it is proven and not assumed: when it is opened, and every five
 * seconds, a name goes out by NOTIFY and must be heard. In between a question every few milliseconds tells that it is
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
  let greet: (how: ListenStart) => Promise<void> = async () => {}
  let ungreeted: ListenStart | undefined
  let connection: postgres.Sql | undefined
  let pulse: Timer | undefined
  let asking: postgres.Sql | undefined
  let beginning: postgres.Sql | undefined
  let provenAt = 0
  let isProving = false
  let upToDateAt = Number.NEGATIVE_INFINITY
  let held = 0
  let isAway = true
  let hasHeard = false
  let deafBy: string | undefined
  const waiting: (() => void)[] = []

  const isUpToDate = () => held === 0 && ungreeted === undefined && performance.now() - upToDateAt < longestSilence

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
      for (const name of [proofChannel, ...listeners.keys()]) await listenOn(mine, name)
      await prove()
      const asked = await greetOn(mine, 'begun')
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
    pulse = setInterval(() => void keepUp(mine), pulseEvery)
    pulse.unref()
  }

  const answered = (mine: postgres.Sql, statement: string, parameters?: string[]) =>
    within(answerLimit, mine.unsafe(statement, parameters))

  const listenOn = (mine: postgres.Sql, name: string) => answered(mine, `listen "${name}"`)

  /** The moment since which everything is heard that was committed before it. */
  async function askWhatCame(mine: postgres.Sql): Promise<number> {
    const asked = performance.now()
    await answered(mine, 'select 1')
    return asked
  }

  async function greetOn(mine: postgres.Sql, how: ListenStart): Promise<number> {
    upToDateAt = Number.NEGATIVE_INFINITY
    ungreeted = undefined
    await greet(how)
    return askWhatCame(mine)
  }

  function hearsSince(moment: number) {
    if (deafBy !== undefined) log.info('What other processes write is heard again')
    deafBy = undefined
    hasHeard = true
    upToDateAt = moment
    if (isUpToDate()) settle()
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
  async function keepUp(mine: postgres.Sql) {
    if (asking === mine || beginning === mine || connection !== mine) return
    asking = mine
    try {
      let asked = await askWhatCame(mine)
      const silence = performance.now() - upToDateAt
      if (silence > longestInterruption) throw new Error('Nothing was heard for too long')
      const how = ungreeted ?? (silence >= longestSilence ? 'interrupted' : undefined)
      if (how) asked = await greetOn(mine, how)
      if (connection !== mine) return
      hearsSince(asked)
      if (asked - provenAt > proveEvery) void proveAgain(mine)
    } catch (error) {
      broken(mine, error)
    } finally {
      if (asking === mine) asking = undefined
    }
  }

  /** Beside the questions: what it goes over may be busy. */
  async function proveAgain(mine: postgres.Sql) {
    if (isProving) return
    isProving = true
    try {
      await prove()
    } catch (error) {
      broken(mine, error)
    } finally {
      isProving = false
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
      if (mine) listenOn(mine, name).then(resumed, (error: unknown) => broken(mine, error))
    },
    async ask(statement, parameters) {
      if (!connection) throw new Error('Nobody listens')
      try {
        return await answered(connection, statement, parameters)
      } catch (error) {
        ungreeted ??= 'interrupted'
        throw error
      }
    },
    onHearing(work) {
      greet = work
      ungreeted = 'begun'
    },
    hold() {
      held++
      return () => {
        held--
        if (isUpToDate()) settle()
      }
    },
    isHearing: isUpToDate,
    isAway: () => isAway,
    hasHeard: () => hasHeard,
    async settled() {
      if (isAway || isUpToDate() || deafBy !== undefined) return
      if (connection) void keepUp(connection)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, longestWait).unref()
      })
    },
    deafness: () => deafBy,
  }
}
