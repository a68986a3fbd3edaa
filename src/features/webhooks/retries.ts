const second = 1
const minute = 60 * second
const hour = 60 * minute

/** Seconds between attempts; after the last one a delivery has failed. */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
const longestAsked = 24 * hour

/**
 * Seconds until the next attempt after so many; undefined if there is none. `retryAfter` is the header of the response.
 */
export function pauseAfter(tries: number, retryAfter: string | undefined, now = Date.now()): number | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : Math.max(pause, Math.min(longestAsked, askedPause(retryAfter, now)))
}

/** Seconds, or a date. */
function askedPause(retryAfter: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
