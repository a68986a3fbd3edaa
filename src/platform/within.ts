const tick = 50
/** Milliseconds counted per tick at most: a process that was itself busy cannot conclude that a peer was silent. */
const longestTick = 250

/**
 * Rejects when `work` takes longer than `limit` milliseconds, not counting those in which this process was too busy to
 * react.
 */
export async function within<Result>(limit: number, work: Promise<Result>): Promise<Result> {
  let stop = () => {}
  const late = new Promise<never>((_, reject) => {
    let left = limit
    stop = everyTick((passed) => {
      left -= passed
      if (left <= 0) reject(new Error(`No answer in ${limit} ms`))
      return left > 0
    })
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    stop()
  }
}

/** Calls `count` every 50 ms with the milliseconds to count, while it returns true; returns a function that stops it. */
export function everyTick(count: (passed: number) => boolean): () => void {
  let timer: Timer | undefined
  function wait() {
    const since = performance.now()
    timer = setTimeout(() => {
      if (count(Math.min(performance.now() - since, longestTick))) wait()
    }, tick)
  }
  wait()
  return () => clearTimeout(timer)
}

/** Calls `work` at this interval of milliseconds, one call at a time, until the returned function is called. */
export function repeat(
  interval: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void = () => {},
): () => void {
  let isWorking = false
  async function once() {
    if (isWorking) return
    isWorking = true
    await work().catch(failed)
    isWorking = false
  }
  const timer = setInterval(() => void once(), interval)
  timer.unref()
  return () => clearInterval(timer)
}
