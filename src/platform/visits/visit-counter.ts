import { createAdmission } from './admission'
import { createRecentSlots } from './recent-slots'
import { type Batch, createBatches, rowsOf } from './visit-rows'
import type { SeenPage } from './seen-page'
import { createShapes } from './visit-shapes'
import { createSlotFinder } from './visitor-slot'

export type VisitCounter = {
  /** Takes no time that a visitor would notice, and waits for nothing. */
  count(seen: SeenPage): void
  /** The next batch to store: the same one until it is `stored`; undefined when there is none. */
  take(): Batch | undefined
  stored(batch: Batch): void
  /** The places of those who were seen within the last five minutes. */
  live(): Set<number>
  knowsKey(day: string): boolean
  learnKey(day: string, key: string): void
  /** Called when a view needs the random key of a day that has not been loaded yet. */
  onMissingKey(ask: () => void): void
}

const dayLength = 86_400_000
/** Distinct visitors until the next batch: further ones count as views only. */
const mostPlaces = 500_000
const mostWaiting = 10_000

/**
 * Counts page views and visitors in memory until a batch is stored. A visitor is a slot number, derived with the random
 * key of the day from address and browser name; neither those nor the hash are stored anywhere.
 */
export function createVisitCounter(now: () => number = () => Date.now()): VisitCounter {
  const keys = new Map<string, string>()
  const admission = createAdmission()
  const shapes = createShapes(admission)
  const finder = createSlotFinder()
  const recent = createRecentSlots()
  const batches = createBatches()
  let dayNumber = 0
  let day = ''
  let key: string | undefined
  let marks = 0
  let waiting: SeenPage[] = []
  let askForKey = () => {}

  function count(seen: SeenPage): void {
    const at = now()
    beginDay(at)
    if (key === undefined) return wait(seen)
    const shape = shapes.find(seen)
    shape.views += seen.views
    if (!seen.address) return
    const place = finder.find(key, seen.browser, seen.address())
    if (marks < mostPlaces && !shape.places.has(place)) {
      shape.places.add(place)
      marks++
    }
    recent.add(at, place)
  }

  function beginDay(at: number): void {
    const number = Math.floor(at / dayLength)
    if (number === dayNumber) return
    settle()
    dayNumber = number
    day = new Date(at).toISOString().slice(0, 10)
    for (const old of keys.keys()) if (old < day) keys.delete(old)
    key = keys.get(day)
    admission.clear()
    finder.forget()
  }

  function wait(seen: SeenPage): void {
    if (waiting.length < mostWaiting) waiting.push(withAddress(seen))
    askForKey()
  }

  function settle(): void {
    for (const shape of shapes.take()) for (const row of rowsOf(day, shape, admission)) batches.add(row)
    marks = 0
  }

  function take(): Batch | undefined {
    const at = now()
    beginDay(at)
    settle()
    return batches.take(() => recent.rows(at, day))
  }

  function learnKey(of: string, secret: string): void {
    keys.set(of, secret)
    if (of !== day) return
    key = secret
    const seen = waiting
    waiting = []
    seen.forEach(count)
  }

  return {
    count,
    take,
    stored: batches.stored,
    live: () => recent.at(now()),
    knowsKey: (of) => keys.has(of),
    learnKey,
    onMissingKey(ask) {
      askForKey = ask
    },
  }
}

/** Looked up now: the request is over when the key is there. */
function withAddress(seen: SeenPage): SeenPage {
  const address = seen.address?.()
  return { ...seen, address: address === undefined ? undefined : () => address }
}
