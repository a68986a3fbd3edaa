/** Milliseconds. Smaller differences are not jumps: a query takes that long. */
const leastJump = 1000

type ClockWatch = {
  /** Resolves to the milliseconds by which the clock jumped ahead (back: below 0) since the last call; 0 for no jump. */
  look(): Promise<number>
}

/**
 * Detects jumps of the clock that `read` returns (milliseconds) by comparing it with a monotonic one.
 */
export function createClockWatch(
  read: () => number | Promise<number>,
  passed: () => number = () => performance.now(),
): ClockWatch {
  /** Bounds of the difference between the clock and the monotonic one. */
  let last: { least: number; most: number } | undefined

  return {
    async look() {
      const asked = passed()
      const moment = await read()
      const answered = passed()
      if (answered - asked > leastJump) return 0
      const found = { least: moment - answered, most: moment - asked }
      const before = last ?? found
      last = found
      if (found.least - before.most > leastJump) return found.least - before.most
      return before.least - found.most > leastJump ? found.most - before.least : 0
    },
  }
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** Formats milliseconds of either sign, roughly: `90 min`. */
export function inWords(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000
  const [name, size] = units.find(([, least]) => seconds >= 2 * least) ?? ['s', 1]
  return `${Math.round(seconds / size)} ${name}`
}
