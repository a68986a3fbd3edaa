import type { WriteEvent } from '#platform/events/events'
import type { Findable } from '#platform/feature'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import type { Services } from '#platform/services'
import { takeUp } from './index-records'

/** Milliseconds after a write in which the text that visitors read is found; after a failure. */
const soon = 700
const later = 10_000
/** A search waits for so many, and for so many milliseconds: more are those of an import. */
const mostAwaited = 20
const patience = 500

/**
 * Whether searches may go on finding a record by its older text for a moment: visitors see it before the write, if
 * anybody does, and after it. What they see no more is gone from the index with the write itself.
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
    if (waiting.size > 0) takeUpIn(stopping.aborted ? 0 : soon)
  })
  stopping.addEventListener('abort', () => void takeUpAll())

  function takeUpIn(milliseconds: number) {
    timer ??= setTimeout(() => void takeUpAll(), milliseconds)
    timer.unref()
  }

  function takeUpAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    working = takeUpAfter(working)
    return working
  }

  async function takeUpAfter(others: Promise<void>) {
    await others
    for (const [name, { source, id }] of waiting) {
      waiting.delete(name)
      try {
        await db.transaction((tx) => takeUp(tx, source, [id]))
      } catch (error) {
        log.warn('A record is not found by its newest text yet', { kind: source.kind, id, error })
        waiting.set(name, { source, id })
        takeUpIn(later)
        return
      }
      if (hasRunLong()) await yieldToEventLoop()
    }
  }

  /** Resolves when searches find what was written before, unless that is much. */
  async function settled(): Promise<void> {
    if (waiting.size <= mostAwaited) await Promise.race([takeUpAll(), Bun.sleep(patience)])
  }

  return { settled }
}
