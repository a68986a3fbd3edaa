import type { Browser } from '#platform/visits/seen-page'

/** Milliseconds. */
const windowLength = 10_000
/** Page requests in a window that are all counted; beyond it they are sampled, as human traffic is lower. */
const mostPages = 5000
/** Requests of one browser in a window whose IP address is always read; beyond it they are sampled. */
const mostAddresses = 2000
/** Beyond that one of as many, on average, is. */
const rate = 16

/** Keeps counting cheap under a flood of requests by random sampling. */
export function createSampling(now: () => number = () => Date.now(), random: () => number = Math.random) {
  let window = 0
  let inWindow = 0
  let passed = 0
  let gap = 1

  return {
    /**
     * The number of views to count for this page: 1; under a flood 0 for most, and for a sampled one all those skipped
     * since the last sample, so that the sum stays exact.
     */
    views(): number {
      const at = Math.floor(now() / windowLength)
      if (at !== window) {
        window = at
        inWindow = 0
      }
      passed++
      if (++inWindow > mostPages && passed < gap) return 0
      const views = passed
      passed = 0
      gap = 1 + Math.floor(random() * (2 * rate - 1))
      return views
    },
    /** Whether to read the IP address of this request, the most expensive part of counting. */
    looksAt(browser: Browser): boolean {
      if (browser.window !== window) {
        browser.window = window
        browser.inWindow = 0
      }
      return ++browser.inWindow <= mostAddresses || random() * rate < 1
    },
  }
}
