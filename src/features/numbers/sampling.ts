import type { Browser } from '#platform/visits/seen-page'

/** Milliseconds. */
const windowLength = 10_000
/** Pages in a window that are all looked at; people do not ask one process for more. */
const mostPages = 5000
/** Requests of one browser in a window whose address is looked at each time. */
const mostAddresses = 2000
/** Beyond that one of as many, on average, is. */
const rate = 16

/** Keeps what is counted cheap under a flood: then a few, chosen at random, stand for the others. */
export function createSampling(now: () => number = () => Date.now(), random: () => number = Math.random) {
  let window = 0
  let inWindow = 0
  let passed = 0
  let gap = 1

  return {
    /**
     * For how many pages the one that was just answered stands: 1, or under a flood 0 for most and for a few all that
     * were passed over since the last. Their sum is exact.
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
    /** Whether to find out the address of a browser that is counted in this window: that takes longer than all else. */
    looksAt(browser: Browser): boolean {
      if (browser.window !== window) {
        browser.window = window
        browser.inWindow = 0
      }
      return ++browser.inWindow <= mostAddresses || random() * rate < 1
    },
  }
}
