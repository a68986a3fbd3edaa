import type postgres from 'postgres'
import { type Channel, type ListenStart, longestSilence } from '#platform/db/database'
import type { Log } from '#platform/log/log'
import { within } from '#platform/within'

/** Together with the time to detect a frozen database, a response takes at most two seconds. */
const longestWait = 150

/** Until when this process has received every notification, and why it does not. */
function createListenState(log: Log) {
  let upToDateAt = Number.NEGATIVE_INFINITY
  let held = 0
  /** The greeting that the other processes must receive first. */
  let greetingDue: ListenStart | undefined
  let isAway = true
  let hasListened = false
  let listenError: string | undefined
  const waiting: (() => void)[] = []

  const isUpToDate = () => held === 0 && greetingDue === undefined && performance.now() - upToDateAt < longestSilence

  function settle() {
    for (const go of waiting.splice(0)) go()
  }

  return {
    isUpToDate,
    isAway: () => isAway,
    hasListened: () => hasListened,
    error: () => listenError,
    greetingDue: () => greetingDue,
    /** Milliseconds since the last proof. */
    silence: () => performance.now() - upToDateAt,
    /** Everything committed before that moment has been received. */
    since(moment: number) {
      if (listenError !== undefined) log.info('Writes of other processes are received at once again')
      listenError = undefined
      hasListened = true
      upToDateAt = moment
      if (isUpToDate()) settle()
    },
    /** Nothing is known to be received any more. */
    lose() {
      upToDateAt = Number.NEGATIVE_INFINITY
    },
    setGreetingDue(how: ListenStart | undefined) {
      greetingDue = how
    },
    /** Something may have been missed. */
    noteInterruption() {
      greetingDue ??= 'interrupted'
    },
    setError(cause: unknown) {
      if (isAway) return
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (listenError === undefined)
        log.warn('Writes of other processes are not received at once: visitors see them up to a second later', {
          error: cause,
        })
      listenError = reason
      settle()
    },
    setAway(is: boolean) {
      isAway = is
      if (!is) return
      listenError = undefined
      settle()
    },
    /** Keeps it from being up to date until the returned function is called. */
    hold() {
      held++
      return () => {
        held--
        if (isUpToDate()) settle()
      }
    },
    /** Resolves when it is up to date, or is known to stay behind, or after `longestWait`; `ask` may speed that up. */
    async settled(ask: () => void) {
      if (isAway || isUpToDate() || listenError !== undefined) return
      ask()
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        setTimeout(resolve, longestWait).unref()
      })
    },
  }
}

type ListenState = ReturnType<typeof createListenState>

/** The driver has the option `onnotify`, its types do not. */
type ListenOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  onnotify(name: string, payload: string): void
}

type Listener = { heard(payload: string): void; resumed(): void }

type Surroundings = {
  connect(options: ListenOptions): postgres.Sql
  listeners: ReadonlyMap<string, Listener>
  proof: DeliveryProof
  listenState: ListenState
  greet(how: ListenStart): Promise<void>
  /** Called if the connection fails once it has begun to listen, unless it was closed. */
  failed(cause: unknown): void
}

const answerLimit = 1000

/** Poll interval of the connection; see `longestSilence`. */
const pulseEvery = 30
/** Milliseconds without use after which the process counts as idle, and the poll interval then. */
const idleAfter = 1000
const idlePulseEvery = 3000
/** After a silence of this length other processes may have dropped this one. */
const longestInterruption = 5000

/** One connection that LISTENs. */
function createListening({ connect, listeners, proof, listenState, greet, failed }: Surroundings) {
  let state: 'beginning' | 'listening' | 'closed' = 'beginning'
  let isAsking = false
  let pulse: Timer | undefined
  let isUsed = false
  let lastUse = 0
  let isIdle = false
  const sql = connect({
    onnotify: (name, payload) => (name === proof.channel ? proof.heard(payload) : listeners.get(name)?.heard(payload)),
    onclose: () => fail(new Error('The listening connection was lost')),
  })

  function fail(cause: unknown) {
    if (state === 'listening') failed(cause)
  }

  const ask = (statement: string, parameters?: string[]) => within(answerLimit, sql.unsafe(statement, parameters))
  const listenOn = (name: string) => ask(`listen "${name}"`)

  /** Throws if another connection was opened meanwhile, or the channel was closed. */
  async function begin() {
    for (const name of [proof.channel, ...listeners.keys()]) await listenOn(name)
    await proof.prove()
    const asked = await greetOn('begun')
    if (state === 'closed') throw new Error('Another connection listens')
    state = 'listening'
    // From here on no notification is missed; earlier ones may have been.
    for (const { resumed } of listeners.values()) resumed()
    listenState.since(asked)
    isUsed = true
    pulseAgain()
  }

  function pulseAgain() {
    const now = performance.now()
    if (isUsed) lastUse = now
    isUsed = false
    isIdle = now - lastUse > idleAfter
    clearTimeout(pulse)
    pulse = setTimeout(() => void keepUp(), isIdle ? idlePulseEvery : pulseEvery)
    pulse.unref()
  }

  /** Asked for by every request. The first one after an idle time finds the proof too old, and waits for another. */
  function noteUse() {
    isUsed = true
    if (isIdle) void keepUp()
  }

  /** Returns a time such that all notifications committed before it have been delivered. */
  async function askWhatCame(): Promise<number> {
    const asked = performance.now()
    await ask('select 1')
    return asked
  }

  async function greetOn(how: ListenStart): Promise<number> {
    listenState.lose()
    listenState.setGreetingDue(undefined)
    await greet(how)
    return askWhatCame()
  }

  /** One query at a time; if it takes longer than a second, the connection counts as lost. */
  async function keepUp() {
    if (isAsking || state !== 'listening') return
    isAsking = true
    try {
      let asked = await askWhatCame()
      const silence = listenState.silence()
      if (silence > longestInterruption) throw new Error('The listening connection was silent for too long')
      const how = listenState.greetingDue() ?? (silence >= longestSilence ? 'interrupted' : undefined)
      if (how) asked = await greetOn(how)
      if (state !== 'listening') return
      listenState.since(asked)
      // In parallel with the queries, because the connection for the NOTIFY may be busy.
      void proof.proveAgain().catch(fail)
      pulseAgain()
    } catch (error) {
      fail(error)
    } finally {
      isAsking = false
    }
  }

  function close() {
    state = 'closed'
    clearTimeout(pulse)
    sql.end({ timeout: 0 }).catch(() => {})
  }

  return { begin, ask, listenOn, keepUp, noteUse, fail, close }
}

type Listening = ReturnType<typeof createListening>

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
 * up to date, because PostgreSQL delivers notifications committed before it answers; every few seconds in a process that
 * nobody asks anything. When the connection breaks, calls `lost` and reconnects.
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
    noteUse: () => current?.noteUse(),
    isAway: listenState.isAway,
    hasListened: listenState.hasListened,
    settled: () =>
      listenState.settled(() => {
        current?.noteUse()
        void current?.keepUp()
      }),
    listenError: listenState.error,
  }
}

const proveEvery = 5000

/** `notify` sends a NOTIFY on another connection, as writes do. */
type Notify = (name: string, payload: string) => Promise<unknown>

/** Verifies that notifications reach the connection that LISTENs on `channel`. */
function createDeliveryProof(notify: Notify) {
  const channel = `industria_proof_${crypto.randomUUID()}`
  const proofs = new Map<string, () => void>()
  let provenAt = 0
  let isProving = false

  /** Throws unless a random name that is sent arrives within a second. */
  async function prove(): Promise<void> {
    const name = crypto.randomUUID()
    const heard = new Promise<void>((resolve) => proofs.set(name, resolve))
    try {
      await within(answerLimit, Promise.all([notify(channel, name), heard])).catch((error: unknown) => {
        throw new Error('NOTIFY does not arrive at the connection that listens', { cause: error })
      })
      provenAt = performance.now()
    } finally {
      proofs.delete(name)
    }
  }

  return {
    channel,
    heard: (payload: string) => proofs.get(payload)?.(),
    prove,
    /** The same, unless that was proven lately or is being proven. */
    async proveAgain(): Promise<void> {
      if (isProving || performance.now() - provenAt <= proveEvery) return
      isProving = true
      await prove().finally(() => (isProving = false))
    },
  }
}

type DeliveryProof = ReturnType<typeof createDeliveryProof>
