import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import type { Services } from '#platform/services'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'

/** Milliseconds after a write until the record is indexed; and after a failure. */
const soon = 700
const later = 10_000
/** A search waits for at most so many records, and milliseconds: more are those of an import. */
const mostAwaited = 20
const timeout = 500

type Options<Source> = {
  /** What becomes outdated, for the log. */
  index: string
  sources: readonly Source[]
  /** Whether the index may be outdated for a moment after this event; after others the write itself updates it. */
  mayLag(event: WriteEvent): boolean
  reindex(tx: Database, source: Source, id: string): Promise<void>
}

/**
 * Indexes the writes of this process after their responses, debounced: a record that is saved many times in a row is
 * indexed once. Searches in the same process wait for it. The job of `keepDerived` does what is lost with a killed process.
 */
export function createRecentWrites<Source extends { kind: string }>(
  { db, events, log, stopping }: Pick<Services, 'db' | 'events' | 'log' | 'stopping'>,
  { index, sources, mayLag, reindex }: Options<Source>,
) {
  const waiting = new Map<string, { source: Source; id: string }>()
  let working = Promise.resolve()
  let timer: Timer | undefined

  events.subscribe((event) => {
    if (!mayLag(event)) return
    for (const source of sources)
      if (source.kind === event.kind) waiting.set(`${event.kind} ${event.id}`, { source, id: String(event.id) })
    if (waiting.size > 0) reindexIn(stopping.aborted ? 0 : soon)
  })
  stopping.addEventListener('abort', () => void reindexAll())

  function reindexIn(milliseconds: number) {
    timer ??= setTimeout(() => void reindexAll(), milliseconds)
    timer.unref()
  }

  function reindexAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    working = reindexAfter(working)
    return working
  }

  async function reindexAfter(others: Promise<void>) {
    await others
    for (const [name, { source, id }] of waiting) {
      waiting.delete(name)
      try {
        await db.transaction((tx) => reindex(tx, source, id))
      } catch (error) {
        log.warn('A record is not found by its newest text yet', { index, kind: source.kind, id, error })
        waiting.set(name, { source, id })
        reindexIn(later)
        return
      }
      if (hasRunLong()) await yieldToEventLoop()
    }
  }

  /** Resolves when earlier writes are indexed, unless there are many. */
  async function settled(): Promise<void> {
    if (waiting.size <= mostAwaited) await Promise.race([reindexAll(), Bun.sleep(timeout)])
  }

  return { settled }
}
