import { type Figures, type ChangeEntry, nextChangeId } from '#platform/events/changes'
import type { Log } from '#platform/log/log'

/** Entries kept for windows that reconnect. */
const mostKept = 2000

/** Minimum milliseconds between two counts, and before a failed one is retried. */
const countEvery = 100
const countAgain = 1000
/** The reconnect delay of browsers, in milliseconds. */
const retry = 'retry: 1000\n'
/** Maximum events per chunk. */
const mostAtOnce = 50

type Counting = {
  countAll: () => Promise<Figures>
  log: Log
  /** Whether there are subscribers. */
  isWatched: () => boolean
  onCounted: () => void
}

/** The log of changes, each with the counts after it, encoded once for all streams. */
export function createCountedChanges({ countAll, log: logger, isWatched, onCounted }: Counting) {
  const log = createChangeLog()
  /** The position up to which entries may be sent: their figures have been counted after their commit. */
  let counted = 0
  let figures: Figures = { unread: 0, failed: 0 }

  log.add(reset())

  /** Resolves when the figures of every entry in the log have been counted; concurrent callers share one count. */
  const count = sharedRuns(
    async () => {
      const until = log.end()
      try {
        figures = await countAll()
        counted = until
        onCounted()
      } catch (error) {
        // A new stream fails; open ones receive the entries once counting succeeds.
        logger.warn('What open windows are told could not be counted', { error })
        setTimeout(countSoon, countAgain)
        throw error
      }
    },
    async () => isWatched() && Bun.sleep(countEvery),
  )

  function countSoon() {
    if (isWatched()) count().catch(() => {})
  }

  function add(entries: readonly ChangeEntry[]) {
    for (const entry of entries) log.add(entry)
    countSoon()
  }

  /** Behind a pooler without NOTIFY, at least the counts show changes by others. */
  async function recount(): Promise<void> {
    try {
      if (!Bun.deepEquals(await countAll(), figures)) add([reset()])
    } catch {
      // The next check finds them.
    }
  }

  const newestId = () => log.at(counted - 1)?.id ?? ''

  /** The position of a new stream, after the change `lastId` if that is known, and its first events. */
  async function begin(lastId: string | null): Promise<{ place: number; greetings: Uint8Array[] }> {
    await count()
    const last = lastId === null ? undefined : log.placeOf(lastId)
    if (last !== undefined) return { place: last + 1, greetings: [encode('hello', lastId ?? '', figures, retry)] }
    const hello = encode('hello', newestId(), figures, retry)
    return { place: counted, greetings: lastId === null ? [hello] : [hello, encode('reset', newestId(), figures)] }
  }

  /** The next chunk from a position, unless there is nothing new, and the position after it. */
  function read(place: number): { place: number; bytes?: Uint8Array } {
    if (place < log.first() && counted > log.first())
      return { place: counted, bytes: encode('reset', newestId(), figures) }
    let from = place
    while (from >= log.first() && from < counted) {
      const until = Math.min(counted, from + mostAtOnce)
      const bytes = bytesOf(log, from, until, figures)
      if (bytes.length > 0) return { place: until, bytes }
      from = until
    }
    return { place: from }
  }

  /** After a gap: windows that have missed events must reload. */
  function startAnew() {
    log.clear()
    add([reset()])
  }

  return { begin, read, add, startAnew, recount }
}

export type CountedChanges = ReturnType<typeof createCountedChanges>

const reset = (): ChangeEntry => ({ id: nextChangeId(), change: 'all' })

/** The bytes of entries, each serialized once. */
function bytesOf(log: ChangeLog, from: number, until: number, figures: Figures): Uint8Array {
  const parts: Uint8Array[] = []
  for (let place = from; place < until; place++) {
    const entry = log.at(place)
    if (entry) parts.push((entry.bytes ??= encodeChange(entry, figures)))
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

function encodeChange({ id, change }: ChangeEntry, figures: Figures): Uint8Array {
  if (change === 'none') return new Uint8Array()
  return change === 'all' ? encode('reset', id, figures) : encode('change', id, { ...change, ...figures })
}

const encode = (event: 'hello' | 'change' | 'reset', id: string, data: object, further = ''): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n${further}\n`)

/** An entry, with its encoded bytes once its figures have been counted. */
type LogEntry = ChangeEntry & { bytes?: Uint8Array }

/** The last changes in their order. Positions only grow: the first entry of all has position 0, the next one 1. */
function createChangeLog() {
  const entries = new Map<number, LogEntry>()
  const places = new Map<string, number>()
  let first = 0
  let end = 0

  function drop(until: number) {
    for (; first < until; first++) {
      places.delete(entries.get(first)?.id ?? '')
      entries.delete(first)
    }
  }

  return {
    /** The position of the oldest entry that is kept, and the one after the newest. */
    first: () => first,
    end: () => end,
    at: (place: number) => entries.get(place),
    placeOf: (id: string) => places.get(id),
    /** Ignores an entry that is already there. */
    add(entry: ChangeEntry) {
      if (places.has(entry.id)) return
      entries.set(end, { ...entry })
      places.set(entry.id, end)
      end++
      drop(end - mostKept)
    },
    /** Drops all entries after a gap: windows that have not received them must reload. */
    clear: () => drop(end),
  }
}

type ChangeLog = ReturnType<typeof createChangeLog>

/**
 * Runs `work` for all concurrent callers, once at a time: calls during a run share the next one, which begins after
 * `pause`.
 */
function sharedRuns(work: () => Promise<void>, pause: () => Promise<unknown>): () => Promise<void> {
  let next: PromiseWithResolvers<void> | undefined
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (next) {
      const { resolve, reject } = next
      next = undefined
      await work().then(resolve, reject)
      await pause()
    }
    isRunning = false
  }

  return () => {
    next ??= Promise.withResolvers<void>()
    const { promise } = next
    if (!isRunning) void run()
    return promise
  }
}
