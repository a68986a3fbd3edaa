/** Seconds until the next attempt: two, doubled each time up to `longest`, with jitter so that not all retry at once. */
export const doubledPause = (attempts: number, longest: number, random = Math.random()): number =>
  Math.min(longest, 2 ** attempts) * (0.9 + 0.2 * random)

const longestAsked = 24 * 3600

/** A pause in seconds, or a longer one for which a response's header Retry-After asks, up to a day. */
export const atLeastAsked = (pause: number, retryAfter: string | undefined, now = Date.now()): number =>
  Math.max(pause, Math.min(longestAsked, askedPause(retryAfter, now)))

/** Seconds, or a date. */
function askedPause(retryAfter: string | undefined, now: number): number {
  const text = (retryAfter ?? '').trim()
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
