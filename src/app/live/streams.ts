import { findLiveSessions } from '#auth/tokens/live-sessions'
import { type ChangeEntry, nextChangeId } from '#platform/events/changes'
import type { Figures } from '#platform/events/change-event'
import type { Services } from '#platform/services'
import { createChangeLog } from './change-log'

/** Milliseconds between two comments, two looks at the sessions, and two counts at least. */
const comments = 15_000
const lookEvery = 1000
const countEvery = 100
/** How long a browser waits before it connects again, in milliseconds. */
const retry = 'retry: 1000\n'
/** How much a stream sends at once. */
const mostAtOnce = 50

/** An open stream. `place` is the position of the next entry to send. */
type Stream = {
  session: string
  place: number
  /** What it is sent before anything else. */
  greetings: Uint8Array[]
  isDue: boolean
  isOver: boolean
  wake?: () => void
}

/**
 * The open event streams of this process. Each stores only its position in one shared log: figures are counted and entries
 * encoded once for all, and a slow reader costs nothing but its own connection.
 */
export function createStreams(services: Services, countAll: () => Promise<Figures>, { beat = comments } = {}) {
  const { db, changes, log: logger, stopping } = services
  const log = createChangeLog()
  const open = new Set<Stream>()
  /** The position up to which entries may be sent: their figures have been counted after their commit. */
  let counted = 0
  let figures: Figures = { unread: 0, failed: 0 }
  let isCounting = false
  let next: PromiseWithResolvers<void> | undefined
  let timers: Timer[] = []

  services.meter.gauge('eventStreams', () => open.size)
  log.add({ id: nextChangeId(), change: 'all' })

  changes.subscribe((entries) => {
    for (const entry of entries) log.add(entry)
    countSoon()
    if (entries.some(mayEndSessions)) void look()
  })

  changes.onResumed(() => {
    log.clear()
    log.add({ id: nextChangeId(), change: 'all' })
    void markPlace()
    countSoon()
  })

  stopping.addEventListener('abort', () => {
    for (const stream of open) end(stream)
  })

  /** Of a session, from the change after that of `lastId` on where that is known. */
  async function start(session: string, lastId: string | null): Promise<ReadableStream<Uint8Array>> {
    await count()
    const last = lastId === null ? undefined : log.placeOf(lastId)
    const hello = encode('hello', last === undefined ? newestId() : (lastId ?? ''), figures, retry)
    const reset = encode('reset', newestId(), figures)
    const stream: Stream = {
      session,
      place: last === undefined ? counted : last + 1,
      greetings: [hello, ...(lastId !== null && last === undefined ? [reset] : [])],
      isDue: false,
      isOver: stopping.aborted,
    }
    return new ReadableStream(
      {
        start() {
          open.add(stream)
          keepTime()
        },
        async pull(controller) {
          const bytes = await nextBytes(stream)
          if (bytes) controller.enqueue(bytes)
          else controller.close()
        },
        cancel: () => end(stream),
      },
      { highWaterMark: 0 },
    )
  }

  /** What a stream is sent next, when there is something; undefined at its end. */
  async function nextBytes(stream: Stream): Promise<Uint8Array | undefined> {
    for (;;) {
      const bytes = takeBytes(stream)
      if (bytes) return bytes
      if (stream.isOver) return undefined
      await new Promise<void>((resolve) => {
        stream.wake = resolve
      })
    }
  }

  function takeBytes(stream: Stream): Uint8Array | undefined {
    const greeting = stream.greetings.shift()
    if (greeting) return greeting
    if (stream.isOver) return undefined
    if (stream.place < log.first() && counted > log.first()) {
      stream.place = counted
      return encode('reset', newestId(), figures)
    }
    while (stream.place >= log.first() && stream.place < counted) {
      const from = stream.place
      stream.place = Math.min(counted, from + mostAtOnce)
      const bytes = joined(from, stream.place)
      if (bytes.length > 0) return bytes
    }
    if (!stream.isDue) return undefined
    stream.isDue = false
    return comment
  }

  const newestId = () => log.at(counted - 1)?.id ?? ''

  /** The bytes of entries: each made once. */
  function joined(from: number, until: number): Uint8Array {
    const parts: Uint8Array[] = []
    for (let place = from; place < until; place++) {
      const entry = log.at(place)
      if (entry) parts.push((entry.bytes ??= encodeChange(entry, figures)))
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  function wake(stream: Stream) {
    stream.wake?.()
    stream.wake = undefined
  }

  function end(stream: Stream) {
    if (!open.delete(stream)) return
    stream.isOver = true
    wake(stream)
    if (open.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  /** Resolves when the figures of every entry in the log have been counted; concurrent callers share one count. */
  function count(): Promise<void> {
    next ??= Promise.withResolvers<void>()
    const { promise } = next
    if (!isCounting) void countOn()
    return promise
  }

  async function countOn(): Promise<void> {
    isCounting = true
    while (next) {
      const { resolve, reject } = next
      next = undefined
      const until = log.end()
      try {
        figures = await countAll()
        counted = until
        for (const stream of open) wake(stream)
        resolve()
      } catch (error) {
        // A new stream fails; open ones receive the entries once counting succeeds.
        reject(error)
        logger.warn('What open windows are told could not be counted', { error })
        setTimeout(countSoon, lookEvery)
      }
      if (open.size > 0) await Bun.sleep(countEvery)
    }
    isCounting = false
  }

  function countSoon() {
    if (open.size > 0) count().catch(() => {})
  }

  /** Ends the streams whose sessions or tokens have ended. */
  async function look(): Promise<void> {
    const asked = [...open]
    if (asked.length === 0) return
    try {
      const living = await findLiveSessions(db, [...new Set(asked.map(({ session }) => session))])
      for (const stream of asked) if (!living.has(stream.session)) end(stream)
    } catch (error) {
      logger.debug('The sessions of open windows could not be looked at', { error })
    }
  }

  /** Behind what carries no NOTIFY, what others do shows in the numbers at least. */
  async function recount(): Promise<void> {
    try {
      const { unread, failed } = await countAll()
      if (unread === figures.unread && failed === figures.failed) return
      log.add({ id: nextChangeId(), change: 'all' })
      countSoon()
    } catch {
      // The next check finds them.
    }
  }

  function keepTime() {
    if (timers.length > 0) return
    timers = [
      setInterval(() => {
        void look()
        if (changes.isDeaf()) void recount()
      }, lookEvery),
      setInterval(() => {
        for (const stream of open) {
          stream.isDue = true
          wake(stream)
        }
      }, beat),
    ]
    for (const timer of timers) timer.unref()
  }

  /** Adds an entry that every process has, so that a window can reconnect to another one. */
  async function markPlace(): Promise<void> {
    for (let tries = 0; tries < 10; tries++) {
      try {
        return await changes.announce(db, [{ id: nextChangeId(), change: 'none' }])
      } catch {
        await Bun.sleep(lookEvery / 4)
      }
    }
  }

  return { start }
}

const comment = new TextEncoder().encode(':\n\n')

const mayEndSessions = ({ change }: ChangeEntry) =>
  change === 'all' || (typeof change === 'object' && ['session', 'token', 'user'].includes(change.kind))

function encodeChange({ id, change }: ChangeEntry, figures: Figures): Uint8Array {
  if (change === 'none') return new Uint8Array()
  return change === 'all' ? encode('reset', id, figures) : encode('change', id, { ...change, ...figures })
}

const encode = (event: 'hello' | 'change' | 'reset', id: string, told: object, further = ''): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(told)}\n${further}\n`)
