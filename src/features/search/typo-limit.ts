import pLimit from 'p-limit'
import { createRateLimit } from '#platform/http/rate-limit'
import { unavailable } from '#contract/http-error'

/** Whoever types asks once or twice in a second, and many may share one address. */
const limit = { hits: 300, seconds: 60 }
const mostWaiting = 8

/**
 * Looking for misspelt words costs far more than any other read, and strangers can ask for it as often as they like:
 * one search of this process does so at a time, a few wait (503), and each client address has so many in a minute (429).
 */
export function createTypoLimit(isThrottled: boolean) {
  const one = pLimit(1)
  const count = createRateLimit(limit)
  return <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    if (isThrottled) count(address)
    if (one.pendingCount >= mostWaiting) throw unavailable(new Error('Too many searches wait for misspelt words'))
    return one(work)
  }
}
