import pLimit from 'p-limit'
import { unavailable } from '#contract/http-error'
import { createRateLimit } from '#platform/http/rate-limit'
import { clientAddress } from '#platform/http/request-facts'
import type { Config } from '#platform/config'

/** The same as that of searches for misspelt words: many visitors may share an IP address. */
const limit = { hits: 300, seconds: 60 }
/** Responses that are made at a time, and that may wait. */
const atOnce = 4
const mostWaiting = 16

export type VisitorWork = ReturnType<typeof createVisitorWork>

/**
 * Limits for responses that depend on what a visitor sends: any number of different ones can be requested, and none is
 * worth caching. `count` throws 429 for an address with too many; `run` also makes them in a short queue (503 beyond it),
 * so that cached responses are not held up.
 */
export function createVisitorWork({ throttle }: Pick<Config, 'throttle'>) {
  const inTurn = pLimit(atOnce)
  const limited = createRateLimit(limit)

  function count(request: Request) {
    if (throttle) limited(clientAddress(request))
  }

  async function run<Result>(request: Request, make: () => Promise<Result>): Promise<Result> {
    count(request)
    if (inTurn.pendingCount >= mostWaiting) throw unavailable(new Error('Too many responses of visitors wait'))
    return inTurn(make)
  }

  return { count, run }
}
