const tick = 50
/** Milliseconds that count of a tick at most: a process that was busy itself cannot say that somebody kept silent. */
const longestTick = 250

/**
 * Rejects when `work` takes longer than `limit` milliseconds, not counting those in which this process was too busy to
 * listen.
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

/** Tells every 50 ms how many have passed that count, until `told` says that this was the last; gives what ends it. */
export function everyTick(told: (passed: number) => boolean): () => void {
  let timer: Timer | undefined
  function wait() {
    const since = performance.now()
    timer = setTimeout(() => {
      if (told(Math.min(performance.now() - since, longestTick))) wait()
    }, tick)
  }
  wait()
  return () => clearTimeout(timer)
}
