import { DrizzleQueryError } from 'drizzle-orm/errors'
import { HttpError, unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { currentPlace } from '#platform/request-deadline'

/** Times in milliseconds. */
export type Patience = {
  /** How long one request may wait for the database, whatever it asks. */
  deadline: number
  /** How long the database may keep silent while somebody waits, before a probe asks whether it lives. */
  silence: number
  /** How long the probe may take. */
  probe: number
  /** How long to wait between probes while the gate is closed. */
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

type Waiting = { since: number; until: number; reject(error: Error): void }

const tick = 50
/** What is left to a request that has waited for nearly as long as it may. */
const leastLeft = 100
/**
 * A process that was busy itself cannot say that the database kept silent: of a longer tick no more than this counts.
 */
const longestTick = 250

/**
 * Stands between requests and a database that may be gone, frozen or restarting. While it is closed nobody waits and
 * nothing queues; `open` is tried over and over, and `shut` is told when the gate closes.
 */
export function createGate(
  hooks: {
    probe(): Promise<void>
    open(): Promise<void>
    shut(): void
    /** Whether it is known that the database takes no writes: then refusing them is no sign that it is away. */
    isReadOnly?(): boolean
  },
  log: Log,
  patience: Patience = { deadline: 1600, silence: 300, probe: 700, retry: 200 },
): Gate {
  let isOpen = false
  let isProbing = false
  let isStopped = false
  let clock = 0
  let lastTick = 0
  let lastAnswer = 0
  let reason: unknown
  let reported = false
  let timer: Timer | undefined
  const waiting = new Set<Waiting>()

  function pass<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (!isOpen) return Promise.reject(unavailable(reason))
    return new Promise((resolve, reject) => {
      const place = currentPlace()
      const since = clock
      const until = since + Math.max(leastLeft, patience.deadline - Math.max(0, place?.waited ?? 0))
      const entry = { since, until, reject }
      waiting.add(entry)
      if (!timer) startWatching()
      observe(work())
        .finally(() => {
          waiting.delete(entry)
          // Many short waits are work; a long one is a database that cannot.
          if (place && clock - since > patience.silence) place.waited += clock - since
        })
        .then(resolve, reject)
    })
  }

  async function observe<Result>(answer: PromiseLike<Result>): Promise<Result> {
    try {
      const result = await answer
      lastAnswer = clock
      return result
    } catch (error) {
      throw judge(error)
    }
  }

  function judge(error: unknown): unknown {
    const isRefused = isReadOnlyRefusal(error) && hooks.isReadOnly?.() === true
    const kind = isRefused ? 'overtaxed' : kindOf(error)
    if (kind === 'lost') suspect(error)
    else if (kind !== 'other') lastAnswer = clock
    return kind === 'lost' || kind === 'overtaxed' ? unavailable(error) : error
  }

  function startWatching() {
    lastTick = performance.now()
    timer = setTimeout(watch, tick)
  }

  function watch() {
    clock += Math.min(performance.now() - lastTick, longestTick)
    timer = undefined
    if (waiting.size > 0) startWatching()
    for (const entry of waiting) {
      if (clock < entry.until) continue
      waiting.delete(entry)
      entry.reject(unavailable(new Error(`No answer from the database in ${patience.deadline} ms`)))
    }
    // The set keeps the order of arrival.
    const [oldest] = waiting
    if (oldest && clock - Math.max(oldest.since, lastAnswer) > patience.silence)
      suspect(new Error('The database keeps silent'))
  }

  function suspect(cause: unknown) {
    if (!isOpen || isProbing) return
    isProbing = true
    void probe(cause)
  }

  async function probe(cause: unknown) {
    try {
      await within(patience.probe, hooks.probe())
      lastAnswer = clock
    } catch {
      shut(cause)
    } finally {
      isProbing = false
    }
  }

  async function renew() {
    if (!isOpen || isProbing) return
    isProbing = true
    try {
      await hooks.open()
    } catch (error) {
      shut(error)
    } finally {
      isProbing = false
    }
  }

  function shut(cause: unknown) {
    if (!isOpen) return
    isOpen = false
    reason = cause
    log.warn('The database is away; trying again until it answers', { error: cause })
    reported = true
    hooks.shut()
    for (const entry of waiting) entry.reject(unavailable(cause))
    waiting.clear()
    void reopen()
  }

  async function reopen() {
    await Bun.sleep(patience.retry)
    await tryToOpen()
    if (!isStopped && !isOpen) void reopen()
  }

  async function tryToOpen(isHopeless = () => false) {
    if (isStopped) return
    try {
      await hooks.open()
      if (isStopped) return
      isOpen = true
      lastAnswer = clock
      if (reported) log.info('The database is back')
      reported = false
    } catch (error) {
      reason = error
      if (isHopeless()) return
      if (!reported) log.warn('The database is away; trying again until it answers', { error })
      reported = true
    }
  }

  return {
    isOpen: () => isOpen,
    pass,
    observe,
    suspect,
    renew,
    async start(isHopeless) {
      await tryToOpen(isHopeless)
      if (!isOpen && isHopeless?.() !== true) void reopen()
    },
    stop() {
      isStopped = true
      isOpen = false
      clearTimeout(timer)
    },
  }
}

/**
 * Rejects when `work` takes longer than `limit` milliseconds, not counting those in which this process was too busy to
 * listen.
 */
export async function within<Result>(limit: number, work: Promise<Result>): Promise<Result> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    let left = limit
    function wait() {
      const since = performance.now()
      timer = setTimeout(
        () => {
          left -= Math.min(performance.now() - since, longestTick)
          if (left > 0) wait()
          else reject(new Error(`No answer in ${limit} ms`))
        },
        Math.min(left, tick),
      )
    }
    wait()
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** As a server says it of a statement that writes (25006). */
const isReadOnlyRefusal = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25006'

/** Whether waiting may mend it. */
export const isPassing = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof HttpError ? cause.status === 503 : ['lost', 'overtaxed'].includes(kindOf(cause))
}

/**
 * `answered`: the statement was refused (a full disk, 53100, too). `overtaxed`: the server lives but cannot now.
 * `lost`: the connection or the server is gone.
 */
function kindOf(error: unknown): 'answered' | 'overtaxed' | 'lost' | 'other' {
  if (!(error instanceof Error) || error instanceof HttpError || !('code' in error) || typeof error.code !== 'string')
    return 'other'
  const { code } = error
  if (!('severity' in error)) return /^CONNECT|^E[A-Z]+$|CERT|TLS/.test(code) ? 'lost' : 'other'
  if (/^57P|^08|^25006$/.test(code)) return 'lost'
  return /^53(?!100)|^57014$|^55P03$|^40/.test(code) ? 'overtaxed' : 'answered'
}
