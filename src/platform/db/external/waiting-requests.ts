import { unavailable } from '#contract/http-error'
import { currentRequestContext } from '#platform/request-deadline'
import { everyTick } from '#platform/within'

/** Milliseconds: the minimum left to a request that has used up nearly all of its time. */
const leastLeft = 100

type Waiting = { since: number; until: number; reject(error: Error): void }

type WaitingRequests = {
  /** Waits for `work` until the deadline of its request; then rejects with a 503. */
  wait<Result>(work: () => PromiseLike<Result>): Promise<Result>
  /** Records that the database has answered a request. */
  noteAnswer(): void
  /** Rejects all waiting requests. */
  giveUp(error: Error): void
  stop(): void
}

/**
 * The requests that wait for the database. Calls `silent` when one waits and the database has answered none for longer
 * than `silence` milliseconds; `deadline` is the limit of one request.
 */
export function createWaitingRequests(
  { deadline, silence }: { deadline: number; silence: number },
  silent: () => void,
): WaitingRequests {
  /** Milliseconds, excluding those in which this process itself was busy. */
  let clock = 0
  let lastAnswer = 0
  let stopWatching: (() => void) | undefined
  /** Ordered by arrival. */
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
            // Many short waits are normal work; a long one is an unresponsive database.
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
