import { AsyncLocalStorage } from 'node:async_hooks'

/** A request among all others. */
export type Place = {
  /** Who came earlier has a smaller one. */
  readonly order: number
  /** Milliseconds for which what it asked of the database has kept it waiting; none counts any more once it is answered. */
  waited: number
}

const places = new AsyncLocalStorage<Place>()
let arrivals = 0

/**
 * Whatever `work` queues for stands where it would have stood when `work` began, ahead of all who came later; and all of
 * it together has the patience that one question has.
 */
export function inOnePlace<Result>(work: () => Result): Result {
  const place = { order: nextOrder(), waited: 0 }
  const result = places.run(place, work)
  if (result instanceof Promise) result.then(answered, answered)
  // What is streamed afterwards takes its time.
  function answered() {
    place.waited = Number.NEGATIVE_INFINITY
  }
  return result
}

export const currentPlace = (): Place | undefined => places.getStore()

export const nextOrder = (): number => arrivals++
