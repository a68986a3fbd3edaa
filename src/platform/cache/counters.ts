import type { CacheTag } from '#platform/events/events'

const slotsUsed = 1021

/** The size of the file with the versions, which all processes of one machine map into memory. */
export const sharedBytes = 4096

type Counters = Uint32Array<ArrayBuffer>

/** A counter for each cache tag: those of this process, and those that it shares if `sharedFile` names their file. */
export function createCounters(sharedFile: string | undefined) {
  const own: Counters = new Uint32Array(slotsUsed)
  const shared = sharedFile ? mapCounters(sharedFile) : own
  const slots = new Map<string, number>()

  // Two tags may share a slot: then each invalidates the other's entries, but none is missed.
  function slotOf(tag: string): number {
    let slot = slots.get(tag)
    if (slot === undefined) {
      slot = Number(BigInt(Bun.hash.wyhash(tag)) % BigInt(slotsUsed))
      slots.set(tag, slot)
    }
    return slot
  }

  /** Memoized for the tag lists that are looked up on every request. */
  const slotsOfLists = new WeakMap<readonly CacheTag[], readonly number[]>()

  function slotsOf(tags: readonly CacheTag[]): readonly number[] {
    let found = slotsOfLists.get(tags)
    if (!found) {
      found = tags.map(slotOf)
      slotsOfLists.set(tags, found)
    }
    return found
  }

  return {
    /** Counters only grow, so their sum changes with any of them. */
    sumOf(tags: readonly CacheTag[]): number {
      let sum = 0
      for (const slot of slotsOf(tags)) {
        sum += own[slot]!
        if (shared !== own) sum += Atomics.load(shared, slot)
      }
      return sum
    },
    /** Of this process, or of all that share their counters. */
    increase(whose: 'own' | 'shared', tags: readonly string[] | 'all'): void {
      const counters = whose === 'own' ? own : shared
      const moved = tags === 'all' ? counters.keys() : new Set(tags.map(slotOf))
      for (const slot of moved) Atomics.add(counters, slot, 1)
    },
    /** Whether it has counted for the tag before. */
    knows: (tag: string): boolean => slots.has(tag),
  }
}

function mapCounters(file: string): Uint32Array<ArrayBuffer> {
  const bytes = Bun.mmap(file, { shared: true })
  return new Uint32Array(bytes.buffer, bytes.byteOffset, slotsUsed)
}
