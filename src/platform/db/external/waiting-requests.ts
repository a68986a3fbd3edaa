import { unavailable } from '#contract/http-error'
import { currentRequestContext } from '#platform/request-deadline'
import { everyTick } from '#platform/within'

/** Milliseconds. What is left to a request that has waited for nearly as long as it may. */
const leastLeft = 100

type Waiting = { since: number; until: number; reject(error: Error): void }

export type WaitingRequests = {
  /** Waits for `work`, at most until the deadline of the request that it belongs to; rejects with a 503 then. */
  wait<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** The database has answered somebody. */
  noteAnswer(): void
  /** Rejects all who wait. */
  giveUp(error: Error): void
  stop(): void
}

/**
 * Those who wait for the database. `silent` is called while one waits and the database has answered nobody for longer
 * than `silence` milliseconds; `deadline` is the patience of one request.
 */
export function createWaitingRequests(
  { deadline, silence }: { deadline: number; silence: number },
  silent: () => void,
): WaitingRequests {
  /** Milliseconds that count: those in which this process was busy itself do not. */
  let clock = 0
  let lastAnswer = 0
  let stopWatching: (() => void) | undefined
  /** In the order of arrival. */
  const waiting = new Set<Waiting>()

  function watch(passed: number): boolean {
    clock += passed
    for (const entry of waiting) {
      if (clock < entry.until) continue
      waiting.delete(entry)
      entry.reject(unavailable(new Error(`No answer from the database in ${deadline} ms`)))
    }
    const [oldest] = waiting
    if (oldest && clock - Math.max(oldest.since, lastAnswer) > silence) silent()
    if (waiting.size === 0) stopWatching = undefined
    return waiting.size > 0
  }

  return {
    wait: (work) =>
      new Promise((resolve, reject) => {
        const place = currentRequestContext()
        const since = clock
        const entry = { since, until: since + Math.max(leastLeft, deadline - Math.max(0, place?.waited ?? 0)), reject }
        waiting.add(entry)
        stopWatching ??= everyTick(watch)
        Promise.resolve(work())
          .finally(() => {
            waiting.delete(entry)
            // Many short waits are work; a long one is a database that cannot.
            if (place && clock - since > silence) place.waited += clock - since
          })
          .then(resolve, reject)
      }),
    noteAnswer() {
      lastAnswer = clock
    },
    giveUp(error) {
      for (const { reject } of waiting) reject(error)
      waiting.clear()
    },
    stop: () => stopWatching?.(),
  }
}
