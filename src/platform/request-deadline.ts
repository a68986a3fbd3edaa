import { AsyncLocalStorage } from 'node:async_hooks'

/** A request among all others. */
export type Place = {
  /** Who came earlier has a smaller one. */
  readonly order: number
  /** Milliseconds for which what it asked of the database has kept it waiting; none counts any more once it is answered. */
  waited: number
  /** On the clock of `performance.now()`: then it waits for no further turn. */
  readonly until?: number
  /** The address of the visitor who asks, also where the site asks itself on the way. */
  client?: string
}

const places = new AsyncLocalStorage<Place>()
let arrivals = 0

/**
 * Whatever `work` queues for stands where it would have stood when `work` began, ahead of all who came later; and all of
 * it together has the patience that one question has.
 */
export function withRequestDeadline<Result>(work: () => Result): Result {
  const place = { order: nextOrder(), waited: 0 }
  const result = places.run(place, work)
  if (result instanceof Promise) result.then(answered, answered)
  // What is streamed afterwards takes its time.
  function answered() {
    place.waited = Number.NEGATIVE_INFINITY
  }
  return result
}

/** Runs `work` as if no request had asked for it: it outlives the answer, or takes longer than a request may. */
export const outsideRequest = <Result>(work: () => Result): Result => places.exit(work)

/**
 * Runs `work` with the lowest priority: at the embedded database, whatever else waits for its turn goes first. After
 * `patience` milliseconds what still waits fails with `unavailable()`.
 */
export const behindOthers = <Result>(patience: number, work: () => Result): Result => {
  const { waited = 0, client } = currentPlace() ?? {}
  return places.run({ order: Infinity, waited, until: performance.now() + patience, client }, work)
}

export const currentPlace = (): Place | undefined => places.getStore()

export const nextOrder = (): number => arrivals++
