import { unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { within } from '#platform/within'
import { faultOf } from './server-faults'
import { createWaitingRequests } from './waiting-requests'

/** Times in milliseconds. */
export type GateTimeouts = {
  /** How long one request may wait for the database, whatever it asks. */
  deadline: number
  /** How long the database may keep silent while somebody waits, before a probe asks whether it lives. */
  silence: number
  /** How long the probe may take. */
  probe: number
  /** How long to wait between two tries to open. */
  retry: number
}

export type Gate = {
  isOpen(): boolean
  /** Lets `work` reach the database: fails at once while the gate is closed, and at the deadline. */
  pass<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** Notes that the database answered, or that it failed, and turns failures of the database itself into 503s. */
  observe<Result>(answer: PromiseLike<Result>): Promise<Result>
  /** Something broke: ask the database whether it lives. */
  suspect(cause: unknown): void
  /** Opens anew while work goes on; should that fail, the gate closes. */
  renew(): Promise<void>
  /**
   * Resolves when the first try to open has ended, either way. Where `isHopeless` then says that waiting mends nothing,
   * it was the only one, and whoever asks tells why.
   */
  start(isHopeless?: () => boolean): Promise<void>
  stop(): void
}

type Hooks = {
  probe(): Promise<void>
  open(): Promise<void>
  shut(): void
  /** Whether it is known that the database takes no writes: then refusing them is no sign that it is away. */
  isReadOnly?(): boolean
}

/** `examined`: open, while it is asked whether the database lives. */
type State = 'closed' | 'open' | 'examined' | 'stopped'
type Event = 'opened' | 'suspected' | 'answered' | 'failed' | 'stopped'

/** What each event leads to; one that is not listed changes nothing. */
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
    /** Whether the event counts as things stand. */
    move(event: Event): boolean {
      const next = transitions[state][event]
      state = next ?? state
      return next !== undefined
    },
  }
}

/** One line when the database goes, however often it is tried, and one when it is back. */
function tellOutages(log: Log) {
  let isTold = false
  return {
    begins(error: unknown) {
      if (!isTold) log.warn('The database is away; trying again until it answers', { error })
      isTold = true
    },
    ends() {
      if (isTold) log.info('The database is back')
      isTold = false
    },
  }
}

/**
 * Stands between requests and a database that may be gone, frozen or restarting. While it is closed nobody waits and
 * nothing queues; `open` is tried over and over, and `shut` is told when the gate closes.
 */
export function createGate(
  hooks: Hooks,
  log: Log,
  patience: GateTimeouts = { deadline: 1600, silence: 300, probe: 700, retry: 200 },
): Gate {
  const { is, isOpen, move } = createStates()
  /** Why it is closed; undefined before the first try to open. */
  let reason: unknown
  const outage = tellOutages(log)
  const requests = createWaitingRequests(patience, () => suspect(new Error('The database keeps silent')))

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

  const suspect = (cause: unknown) => void examine(() => within(patience.probe, hooks.probe()), cause)

  /** Closes, for `cause` or what went wrong, unless `work` succeeds. */
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
      await Bun.sleep(patience.retry)
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
