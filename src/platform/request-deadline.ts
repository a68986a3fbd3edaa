import { AsyncLocalStorage } from 'node:async_hooks'

/** A request in the order of arrival. */
type RequestContext = {
  /** Smaller for earlier requests; absent for work that is no request, whose queries queue as they come. */
  readonly order?: number
  /** Milliseconds that the request has waited for the database; no longer counted once it is answered. */
  waited: number
  /** By the clock of `performance.now()`: after it, waiting in queues fails. */
  readonly until?: number
  /** Milliseconds that a query waits in the queue of the embedded database, in place of a request's time limit. */
  readonly patience?: number
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

/** Runs the work of a job: nobody waits for it, so on a busy machine its queries wait `patience` milliseconds for their turn. */
export const withPatience = <Result>(patience: number, work: () => Result): Result =>
  requestContexts.run({ waited: 0, patience }, work)

export const currentRequestContext = (): RequestContext | undefined => requestContexts.getStore()

export const nextOrder = (): number => arrivals++
