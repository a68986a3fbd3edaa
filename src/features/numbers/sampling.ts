import type { Browser } from '#platform/visits/seen-page'

/** Pages a second that are all looked at; people do not ask one process for more. */
const mostInSecond = 4000
/** Requests a second of one browser whose address is looked at each time. */
const mostAddresses = 500
/** Beyond that one of as many, on average, is. */
const rate = 16

/** Keeps what is counted cheap under a flood: then a few, chosen at random, stand for the others. */
export function createSampling(now: () => number = () => Date.now(), random: () => number = Math.random) {
  let second = 0
  let inSecond = 0
  let passed = 0
  let gap = 1

  return {
    /**
     * For how many pages the one that was just answered stands: 1, or under a flood 0 for most and for a few all that
     * were passed over since the last. Their sum is exact.
     */
    views(): number {
      const at = Math.floor(now() / 1000)
      if (at !== second) {
        second = at
        inSecond = 0
      }
      passed++
      if (++inSecond > mostInSecond && passed < gap) return 0
      const views = passed
      passed = 0
      gap = 1 + Math.floor(random() * (2 * rate - 1))
      return views
    },
    /** Whether to find out the address of a browser that is counted in this second: that takes longer than all else. */
    looksAt(browser: Browser): boolean {
      if (browser.second !== second) {
        browser.second = second
        browser.inSecond = 0
      }
      return ++browser.inSecond <= mostAddresses || random() * rate < 1
    },
  }
}
