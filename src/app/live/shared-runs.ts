/**
 * Runs `work` for all concurrent callers, once at a time: calls during a run share the next one, which begins after
 * `pause`.
 */
export function sharedRuns(work: () => Promise<void>, pause: () => Promise<unknown>): () => Promise<void> {
  let next: PromiseWithResolvers<void> | undefined
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (next) {
      const { resolve, reject } = next
      next = undefined
      await work().then(resolve, reject)
      await pause()
    }
    isRunning = false
  }

  return () => {
    next ??= Promise.withResolvers<void>()
    const { promise } = next
    if (!isRunning) void run()
    return promise
  }
}
