import { sql } from 'drizzle-orm'
import type { Channel } from './db/channel'
import type { Database } from './db/database'
import type { Topic } from './events'

/**
 * Who has seen which writes. Every topic has a counter; kept answers remember the counters they were made under and are
 * worthless once one of them has moved on. No clock is involved.
 */
export type Freshness = {
  /** The counters of `topics` now, as one comparable text. */
  stamp(topics: readonly Topic[]): string
  /**
   * Inside the transaction of a write: tells the other processes, should it commit (NOTIFY on an external Postgres).
   */
  announce(tx: Database, topics: Touched): Promise<void>
  /** After the commit and before the answer: moves the counters on. */
  touch(topics: Touched): Promise<void>
  /** Everything is suspect (a lost listen connection). */
  touchAll(): void
}

type Touched = readonly Topic[] | 'all'

const channelName = 'industria_touched'
const everything = '*'
const slotsUsed = 1021
const longestWait = 250

/** A file of this size, mapped by every process of one machine, keeps their counters. */
export const sharedBytes = 4096

type Options = {
  channel?: Channel
  sharedFile?: string
  /** Without a channel: for a command, which tells other processes and hears nothing. */
  announces?: boolean
}

/**
 * Counters of this process, and, when `sharedFile` names one, of all processes that map the same file. With a channel,
 * writes of other machines are heard too.
 */
export function createFreshness({ channel, sharedFile, announces = channel !== undefined }: Options = {}): Freshness {
  const own = new Uint32Array(slotsUsed)
  const shared = sharedFile ? mapCounters(sharedFile) : own
  const slots = new Map<string, number>()

  // Two topics may meet in one slot: then each is dropped with the other, never too late.
  function slotOf(topic: string): number {
    let slot = slots.get(topic)
    if (slot === undefined) {
      slot = Number(BigInt(Bun.hash.wyhash(topic)) % BigInt(slotsUsed))
      slots.set(topic, slot)
    }
    return slot
  }

  // Counters only grow, so their sum changes with any of them.
  function stamp(topics: readonly Topic[]): string {
    let sum = 0
    for (const topic of topics) {
      const slot = slotOf(topic)
      sum += own[slot]!
      if (shared !== own) sum += Atomics.load(shared, slot)
    }
    return String(sum)
  }

  function move(counters: Uint32Array<ArrayBuffer>, topics: readonly string[]) {
    for (const slot of new Set(topics.map(slotOf))) Atomics.add(counters, slot, 1)
  }

  function moveAll(counters: Uint32Array<ArrayBuffer>) {
    for (let slot = 0; slot < slotsUsed; slot++) Atomics.add(counters, slot, 1)
  }

  const touchAll = () => moveAll(own)

  /** A name that means nothing here comes from another version of the site: whatever was kept may depend on it. */
  function hear(payload: string) {
    const topics = payload.split(' ')
    if (topics.every((topic) => slots.has(topic))) move(own, topics)
    else touchAll()
  }

  channel?.listen(channelName, hear, touchAll)

  return {
    stamp,
    async announce(tx, topics) {
      if (announces && topics.length > 0) await tx.execute(announcement(topics))
    },
    async touch(topics) {
      if (topics === 'all') moveAll(shared)
      else move(shared, topics)
      if (channel && topics.length > 0) await Promise.race([channel.caughtUp().catch(() => {}), Bun.sleep(longestWait)])
    },
    touchAll,
  }
}

/** The statement that tells every listening process, when its transaction commits, that `topics` have changed. */
const announcement = (topics: Touched) =>
  sql`select pg_notify(${channelName}, ${topics === 'all' ? everything : topics.join(' ')})`

function mapCounters(file: string): Uint32Array<ArrayBuffer> {
  const bytes = Bun.mmap(file, { shared: true })
  return new Uint32Array(bytes.buffer, bytes.byteOffset, slotsUsed)
}
