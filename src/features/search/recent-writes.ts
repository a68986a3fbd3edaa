import type { WriteEvent } from '#platform/events/events'
import type { Findable } from '#platform/feature'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import type { Services } from '#platform/services'
import { updateEntries } from './index-records'

/** Milliseconds after a write until the text is indexed; and after a failure. */
const soon = 700
const later = 10_000
/** A search waits for at most so many records, and milliseconds: more are those of an import. */
const mostAwaited = 20
const timeout = 500

/**
 * Whether the index may be outdated for a moment after this event: only if the record is public after it. Records that
 * are no longer public leave the index in the write itself.
 */
export const mayLag = ({ action, id, after }: WriteEvent): boolean =>
  action !== 'drafted' && id !== null && (after?.status === 'published' || after?.status === 'scheduled')

/**
 * Indexes the writes of this process after their responses, debounced: a record that is saved many times in a row is
 * indexed once. Searches in the same process wait for it. The feature's job indexes what is lost with a killed process.
 */
export function createRecentWrites(
  { db, events, log, stopping }: Pick<Services, 'db' | 'events' | 'log' | 'stopping'>,
  sources: readonly Findable[],
) {
  const waiting = new Map<string, { source: Findable; id: string }>()
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
        await db.transaction((tx) => updateEntries(tx, source, [id]))
      } catch (error) {
        log.warn('A record is not found by its newest text yet', { kind: source.kind, id, error })
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
