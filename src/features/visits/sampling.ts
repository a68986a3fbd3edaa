/** Milliseconds. */
const windowLength = 10_000
/** Page requests in a window that are all counted; beyond it they are sampled, as human traffic is lower. */
const mostPages = 10_000
/** Beyond that one of as many, on average, is. */
const rate = 16

/**
 * Keeps counting cheap under a flood of requests by random sampling. Returns the number of views to count for each
 * page: 1; under a flood 0 for most, and for a sampled one all those skipped since the last sample, so that the sum
 * stays exact.
 */
export function createSampling(now: () => number = () => Date.now(), random: () => number = Math.random): () => number {
  let window = 0
  let inWindow = 0
  let passed = 0
  let gap = 1

  return () => {
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
  }
}
