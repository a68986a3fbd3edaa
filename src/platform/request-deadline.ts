import { AsyncLocalStorage } from 'node:async_hooks'

/** A request in the order of arrival. */
type RequestContext = {
  /** Smaller for earlier requests. */
  readonly order: number
  /** Milliseconds that the request has waited for the database; no longer counted once it is answered. */
  waited: number
  /** By the clock of `performance.now()`: after it, waiting in queues fails. */
  readonly until?: number
  /** The client's address, also for in-process API requests made while answering it. */
  client?: string
}

const requestContexts = new AsyncLocalStorage<RequestContext>()
let arrivals = 0

/**
 * All queries of `work` are queued as of its beginning, ahead of requests that came later, and share the time limit of
 * one query.
 */
export function withRequestDeadline<Result>(work: () => Result): Result {
  const place = { order: nextOrder(), waited: 0 }
  const result = requestContexts.run(place, work)
  if (result instanceof Promise) result.then(answered, answered)
  // Streaming after the headers is not limited.
  function answered() {
    place.waited = Number.NEGATIVE_INFINITY
  }
  return result
}

/** Runs `work` outside of the request's deadline: it outlives the response, or takes longer than a request may. */
export const outsideRequest = <Result>(work: () => Result): Result => requestContexts.exit(work)

/**
 * Runs `work` with the lowest priority: its queries of the embedded database wait behind all others, and fail with
 * `unavailable()` after `timeout` milliseconds.
 */
export const withLowPriority = <Result>(timeout: number, work: () => Result): Result => {
  const { waited = 0, client } = currentRequestContext() ?? {}
  return requestContexts.run({ order: Infinity, waited, until: performance.now() + timeout, client }, work)
}

export const currentRequestContext = (): RequestContext | undefined => requestContexts.getStore()

export const nextOrder = (): number => arrivals++
