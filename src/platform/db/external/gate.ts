import { unavailable, HttpError } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { within, everyTick } from '#platform/within'
import { currentRequestContext } from '#platform/request-deadline'
import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Whether a retry may succeed. */
export const isPassing = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof HttpError ? cause.status === 503 : ['lost', 'overtaxed'].includes(faultOf(cause))
}

/**
 * `answered`: the statement was refused, also for a full disk (53100). `overtaxed`: the server runs but is overloaded.
 * `lost`: the connection or the server is gone; also a refused write (25006), unless the server is known to be
 * read-only.
 */
function faultOf(error: unknown, isReadOnly = false): 'answered' | 'overtaxed' | 'lost' | 'other' {
  if (!(error instanceof Error) || error instanceof HttpError || !('code' in error) || typeof error.code !== 'string')
    return 'other'
  const { code } = error
  if (!('severity' in error)) return /^CONNECT|^E[A-Z]+$|CERT|TLS/.test(code) ? 'lost' : 'other'
  if (code === '25006') return isReadOnly ? 'overtaxed' : 'lost'
  if (/^57P|^08/.test(code)) return 'lost'
  return /^53(?!100)|^57014$|^55P03$|^40/.test(code) ? 'overtaxed' : 'answered'
}

/** Milliseconds: the minimum left to a request that has used up nearly all of its time. */
const leastLeft = 100

type Waiting = { since: number; until: number; reject(error: Error): void }

type WaitingRequests = {
  /** Waits for `work` until the deadline of its request; then rejects with a 503. */
  wait<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** Records that the database has answered a request. */
  noteAnswer(): void
  /** Rejects all waiting requests. */
  giveUp(error: Error): void
  stop(): void
}

/**
 * The requests that wait for the database. Calls `silent` when one waits and the database has answered none for longer
 * than `silence` milliseconds; `deadline` is the limit of one request.
 */
function createWaitingRequests(
  { deadline, silence }: { deadline: number; silence: number },
  silent: () => void,
): WaitingRequests {
  /** Milliseconds, excluding those in which this process itself was busy. */
  let clock = 0
  let lastAnswer = 0
  let stopWatching: (() => void) | undefined
  /** Ordered by arrival. */
  const waiting = new Set<Waiting>()

  function watch(passed: number): boolean {
    clock += passed
    for (const entry of waiting) {
      if (clock < entry.until) continue
      waiting.delete(entry)
      entry.reject(unavailable(new Error(`No answer from the database in ${deadline} ms`)))
    }
    const [oldest] = waiting
    if (oldest && clock - Math.max(oldest.since, lastAnswer) > silence) silent()
    if (waiting.size === 0) stopWatching = undefined
    return waiting.size > 0
  }

  return {
    wait: (work) =>
      new Promise((resolve, reject) => {
        const place = currentRequestContext()
        const since = clock
        const entry = { since, until: since + Math.max(leastLeft, deadline - Math.max(0, place?.waited ?? 0)), reject }
        waiting.add(entry)
        stopWatching ??= everyTick(watch)
        Promise.resolve(work())
          .finally(() => {
            waiting.delete(entry)
            // Many short waits are normal work; a long one is an unresponsive database.
            if (place && clock - since > silence) place.waited += clock - since
          })
          .then(resolve, reject)
      }),
    noteAnswer() {
      lastAnswer = clock
    },
    giveUp(error) {
      for (const { reject } of waiting) reject(error)
      waiting.clear()
    },
    stop: () => stopWatching?.(),
  }
}

/** Times in milliseconds. */
type GateTimeouts = {
  /** How long one request may wait for the database in total. */
  deadline: number
  /** How long the database may stay silent while requests wait, before it is probed. */
  silence: number
  /** Timeout of the probe. */
  probe: number
  /** Time between two attempts to open. */
  retry: number
}

export type Gate = {
  isOpen(): boolean
  /** Runs `work` on the database: fails at once while the gate is closed, and at the deadline. */
  pass<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** Records whether the database responded or failed, and turns failures of the database itself into 503s. */
  observe<Result>(answer: PromiseLike<Result>): Promise<Result>
  /** Reports a fault: probes the database. */
  suspect(cause: unknown): void
  /** Reopens without interrupting requests; closes the gate on failure. */
  renew(): Promise<void>
  /**
   * Resolves after the first attempt to open, successful or not. If `isHopeless` is true then, there are no retries,
   * and the caller reports the reason.
   */
  start(isHopeless?: () => boolean): Promise<void>
  stop(): void
}

type Hooks = {
  probe(): Promise<void>
  open(): Promise<void>
  shut(): void
  /** Whether the database is known to be read-only: then a refused write does not mean that it is unreachable. */
  isReadOnly?(): boolean
}

/** `examined`: open, while the database is probed. */
type State = 'closed' | 'open' | 'examined' | 'stopped'

type Event = 'opened' | 'suspected' | 'answered' | 'failed' | 'stopped'

/** State after each event; events that are not listed change nothing. */
const transitions: Record<State, Partial<Record<Event, State>>> = {
  closed: { opened: 'open', stopped: 'stopped' },
  open: { suspected: 'examined', stopped: 'stopped' },
  examined: { answered: 'open', failed: 'closed', stopped: 'stopped' },
  stopped: {},
}

function createStates() {
  let state: State = 'closed'
  return {
    is: (one: State) => state === one,
    isOpen: () => state === 'open' || state === 'examined',
    /** Whether the event changed the state. */
    move(event: Event): boolean {
      const next = transitions[state][event]
      state = next ?? state
      return next !== undefined
    },
  }
}

/** Logs one line when the database becomes unreachable, however often it is retried, and one when it is back. */
function logOutages(log: Log) {
  let isLogged = false
  return {
    begins(error: unknown) {
      if (!isLogged) log.warn('The database is unreachable; it is tried again until it answers', { error })
      isLogged = true
    },
    ends() {
      if (isLogged) log.info('The database answers again')
      isLogged = false
    },
  }
}

/**
 * A circuit breaker between requests and a database that may be unreachable, frozen or restarting. While it is closed,
 * requests fail at once instead of queueing; `open` is retried, and `shut` is called when the gate closes.
 */
export function createGate(
  hooks: Hooks,
  log: Log,
  timeouts: GateTimeouts = { deadline: 1600, silence: 300, probe: 700, retry: 200 },
): Gate {
  const { is, isOpen, move } = createStates()
  /** Why it is closed; undefined before the first attempt to open. */
  let reason: unknown
  const outage = logOutages(log)
  const requests = createWaitingRequests(timeouts, () => suspect(new Error('The database keeps silent')))

  async function observe<Result>(answer: PromiseLike<Result>): Promise<Result> {
    try {
      const result = await answer
      requests.noteAnswer()
      return result
    } catch (error) {
      const fault = faultOf(error, hooks.isReadOnly?.())
      if (fault === 'lost') suspect(error)
      else if (fault !== 'other') requests.noteAnswer()
      throw fault === 'lost' || fault === 'overtaxed' ? unavailable(error) : error
    }
  }

  const suspect = (cause: unknown) => void examine(() => within(timeouts.probe, hooks.probe()), cause)

  /** Probes the database by `work`; on failure closes the gate, for `cause` or the error. */
  async function examine(work: () => Promise<void>, cause?: unknown) {
    if (!move('suspected')) return
    try {
      await work()
      if (move('answered')) requests.noteAnswer()
    } catch (error) {
      if (!move('failed')) return
      reason = cause ?? error
      outage.begins(reason)
      hooks.shut()
      requests.giveUp(unavailable(reason))
      void reopen()
    }
  }

  async function reopen() {
    while (is('closed')) {
      await Bun.sleep(timeouts.retry)
      await tryToOpen()
    }
  }

  async function tryToOpen(isHopeless = () => false) {
    if (!is('closed')) return
    try {
      await hooks.open()
      if (!move('opened')) return
      requests.noteAnswer()
      outage.ends()
    } catch (error) {
      reason = error
      if (!isHopeless()) outage.begins(error)
    }
  }

  return {
    isOpen,
    pass: (work) => (isOpen() ? requests.wait(() => observe(work())) : Promise.reject(unavailable(reason))),
    observe,
    suspect,
    renew: () => examine(hooks.open),
    async start(isHopeless) {
      await tryToOpen(isHopeless)
      if (isHopeless?.() !== true) void reopen()
    },
    stop() {
      move('stopped')
      requests.stop()
    },
  }
}
