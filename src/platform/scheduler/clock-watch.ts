/** Milliseconds. What is less is no jump: a question to the database takes its time. */
const leastJump = 1000

export type ClockWatch = {
  /** Resolves to how many milliseconds the clock went ahead (or back, below 0) since the last look; 0 for no jump. */
  look(): Promise<number>
}

/**
 * Tells when a clock that rules was set, by one that nobody sets: `read` is asked for the first, in milliseconds.
 */
export function createClockWatch(
  read: () => number | Promise<number>,
  passed: () => number = () => performance.now(),
): ClockWatch {
  /** Between these lies what the clock is ahead of the other one. */
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
  ['s', 1],
] as const

/** `1 h 30 min`, of milliseconds of either sign: the two largest units. */
export function inWords(milliseconds: number): string {
  let left = Math.round(Math.abs(milliseconds) / 1000)
  const parts = units.map(([name, seconds]) => {
    const count = Math.floor(left / seconds)
    left -= count * seconds
    return { text: `${count} ${name}`, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return first === -1
    ? '0 s'
    : parts
        .slice(first, first + 2)
        .filter(({ count }) => count > 0)
        .map(({ text }) => text)
        .join(' ')
}
