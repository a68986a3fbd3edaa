type Count = { count: number; /** Milliseconds since 1970. */ lastAt: number }
export type Counts = Map<string, Count>

export type HitCounter = {
  add(key: string): void
  /** The counts since the last call. */
  take(): Counts
  /** Adds counts that could not be stored again. */
  giveBack(counts: Counts): void
}

const mostKeys = 10_000

/**
 * Counts hits by key in memory. When there are too many keys, the rarest half is dropped: however many different ones
 * come, the frequent ones stay. `begun` is called with the first hit after each `take`.
 */
export function createHitCounter(begun = () => {}): HitCounter {
  let counts: Counts = new Map()

  function put(key: string, { count, lastAt }: Count) {
    const known = counts.get(key)
    if (known) {
      known.count += count
      known.lastAt = Math.max(known.lastAt, lastAt)
      return
    }
    if (counts.size >= mostKeys) dropRarest()
    if (counts.size === 0) begun()
    counts.set(key, { count, lastAt })
  }

  function dropRarest() {
    for (let rare = 1; counts.size > mostKeys / 2; rare *= 2) {
      for (const [key, { count }] of counts) {
        if (count <= rare) counts.delete(key)
      }
    }
  }

  return {
    add: (key) => put(key, { count: 1, lastAt: Date.now() }),
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
    giveBack(taken) {
      for (const [key, count] of taken) put(key, count)
    },
  }
}
