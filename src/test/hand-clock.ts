import type { Clock } from '#platform/jobs/scheduler'

/** A fake clock for the scheduler; `longest` is the longest timer that was set. `isBusy`: whether work goes on that a step waits for. */
export function handClock({ start = '2026-03-01T00:00:00Z', isBusy }: { start?: string; isBusy?: () => boolean } = {}) {
  let time = 0
  let begun = Date.parse(start)
  let waiting: { time: number; wake: () => void } | undefined
  const clock: Clock & { longest: number } = {
    longest: 0,
    now: () => begun + time,
    passed: () => time,
    wait(milliseconds, wake) {
      const timer = { time: time + milliseconds, wake }
      clock.longest = Math.max(clock.longest, milliseconds)
      waiting = timer
      return () => {
        if (waiting === timer) waiting = undefined
      }
    },
  }
  /** Fires the timers in that time, and waits for the work that they begin. */
  async function pass(milliseconds: number) {
    const end = time + milliseconds
    while (waiting && waiting.time <= end) {
      const { time: then, wake } = waiting
      waiting = undefined
      time = then
      wake()
      for (await Bun.sleep(5); isBusy?.();) await Bun.sleep(1)
    }
    time = end
  }
  /** Sets the clock. */
  const set = (by: number) => void (begun += by)
  return { clock, pass, set, isWaiting: () => waiting !== undefined }
}
