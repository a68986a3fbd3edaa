import pLimit from 'p-limit'
import { unavailable } from '#contract/http-error'
import { createRateLimit } from '#platform/writes/throttle'
import { clientAddress } from '#platform/http/request-facts'
import type { Config } from '#platform/config'

/** The same as that of searches for misspelt words: many visitors may share an IP address. */
const limit = { hits: 300, seconds: 60 }
/** Responses that are made at a time, and that may wait: about half a second of work. */
const atOnce = 4
const mostWaiting = 40

export type VisitorWork = ReturnType<typeof createVisitorWork>

/**
 * Limits for responses that depend on what a visitor sends: any number of different ones can be requested, and none is
 * worth caching. `count` throws 429 for an address with too many; `inTurn` makes one in a short queue (503 beyond it),
 * so that cached responses are not held up.
 */
export function createVisitorWork({ throttle }: Pick<Config, 'throttle'>) {
  const queue = pLimit(atOnce)
  const limited = createRateLimit(limit)

  function count(request: Request) {
    if (throttle) limited(clientAddress(request))
  }

  async function inTurn<Result>(make: () => Promise<Result>): Promise<Result> {
    if (queue.pendingCount >= mostWaiting) throw unavailable(new Error('Too many responses of visitors wait'))
    return queue(make)
  }

  return { count, inTurn }
}
