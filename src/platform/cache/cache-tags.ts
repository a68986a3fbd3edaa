import { sql } from 'drizzle-orm'
import type { Channel } from '#platform/db/channel'
import type { Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { Peers } from './peers'

/**
 * The cache tags and their versions. Each tag has a counter; a cached response stores the counters it was made under and is
 * stale as soon as one of them has increased. No clock is involved.
 */
export type CacheTags = {
  /** The counters of `topics` now, as one comparable text. */
  stamp(topics: readonly CacheTag[]): string
  /**
   * Inside the transaction of a write: notifies the other processes when it commits (NOTIFY on an external Postgres).
   */
  announce(tx: Database, topics: Touched): Promise<void>
  /**
   * After the commit and before the response: increments the counters, and waits briefly until other machines have received them.
   */
  touch(topics: Touched): Promise<void>
  /** Makes every cached response stale, because notifications may have been missed (a lost listen connection). */
  touchAll(): void
  /**
   * Whether the counters are known to include the writes of every process. While they do not, no cached response may be
   * served, and each call of `stamp` returns a new value.
   */
  isSure(): boolean
  /** Why the writes of other processes are not heard at once, where that lasts. */
  deafness(): string | undefined
  /** Resolves when the counters are sure, or when it is known that they will not be soon. */
  settle(): Promise<void>
  /** The process ends: others need not wait for it. */
  leave(): Promise<void>
}

type Touched = readonly CacheTag[] | 'all'

const channelName = 'industria_touched'
const everything = '*'
const slotsUsed = 1021

/** A file of this size, mapped by every process of one machine, keeps their counters. */
export const sharedBytes = 4096

type Options = {
  channel?: Channel
  peers?: Peers
  sharedFile?: string
  /** Without a channel: for a command line tool, which notifies other processes and listens to none. */
  announces?: boolean
  /** Reads the counters from the database, for a process that cannot LISTEN: cached responses are then at most `pollEvery` old. */
  readVersions?: () => Promise<string>
}

/** Milliseconds: where nothing can be heard, and where it could and will be again. */
const pollEvery = 1000
const pollMeanwhile = 100

/**
 * Counters of this process, and, when `sharedFile` names one, of all processes that map the same file. With a channel,
 * writes of other machines are heard too.
 */
export function createCacheTags({
  channel,
  peers,
  sharedFile,
  announces = channel !== undefined,
  readVersions: countedSoFar,
}: Options = {}): CacheTags {
  const own = new Uint32Array(slotsUsed)
  const shared = sharedFile ? mapCounters(sharedFile) : own
  const slots = new Map<string, number>()
  let unsure = 0
  let polledUntil = Number.NEGATIVE_INFINITY
  let versions = ''
  let polling: Promise<void> | undefined

  // Two topics may meet in one slot: then each is dropped with the other, never too late.
  function slotOf(topic: string): number {
    let slot = slots.get(topic)
    if (slot === undefined) {
      slot = Number(BigInt(Bun.hash.wyhash(topic)) % BigInt(slotsUsed))
      slots.set(topic, slot)
    }
    return slot
  }

  /** Memoized for the tag lists that are looked up on every request. */
  const slotsOfLists = new WeakMap<readonly CacheTag[], readonly number[]>()

  function slotsOf(topics: readonly CacheTag[]): readonly number[] {
    let found = slotsOfLists.get(topics)
    if (!found) {
      found = topics.map(slotOf)
      slotsOfLists.set(topics, found)
    }
    return found
  }

  /** While the database is away from this process, others may go on writing, if there are any. */
  function isSure(): boolean {
    if (channel === undefined || channel.isHearing()) return true
    return channel.isAway() ? channel.hasHeard() && !peers?.areThere() : performance.now() < polledUntil
  }

  // Counters only grow, so their sum changes with any of them.
  function stamp(topics: readonly CacheTag[]): string {
    if (!isSure()) return `unsure ${unsure++}`
    let sum = 0
    for (const slot of slotsOf(topics)) {
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

  /** An unknown tag comes from another release: any cached response may depend on it. */
  function hear(payload: string) {
    const topics = payload.split(' ')
    if (topics.every((topic) => slots.has(topic))) move(own, topics)
    else touchAll()
  }

  channel?.listen(channelName, hear, () => {
    polledUntil = Number.NEGATIVE_INFINITY
    touchAll()
  })

  async function poll(read: () => Promise<string>) {
    const begun = performance.now()
    const found = await read()
    if (found !== versions) touchAll()
    versions = found
    polledUntil = begun + (channel?.hasHeard() ? pollMeanwhile : pollEvery)
  }

  async function settle() {
    await channel?.settled()
    if (isSure() || !countedSoFar || channel?.deafness() === undefined) return
    polling ??= poll(countedSoFar)
      .catch(() => {})
      .finally(() => (polling = undefined))
    await polling
  }

  return {
    stamp,
    async announce(tx, topics) {
      if (!announces || topics.length === 0) return
      await tx.execute(countUp(topics))
      await tx.execute(announcement(topics))
    },
    async touch(topics) {
      if (topics === 'all') moveAll(shared)
      else move(shared, topics)
      if (topics.length > 0) await peers?.haveHeard()
    },
    touchAll,
    isSure,
    deafness: () => channel?.deafness(),
    settle,
    leave: async () => peers?.leave(),
  }
}

/** As the other machines know the processes that share the counters of a file. */
export const machineOf = (sharedFile: string | undefined): string =>
  sharedFile ? Bun.hash(sharedFile).toString(16) : crypto.randomUUID().slice(0, 8)

/** The NOTIFY statement that reaches every listening process when its transaction commits. */
const announcement = (topics: Touched) =>
  sql`select pg_notify(${channelName}, ${topics === 'all' ? everything : topics.join(' ')})`

/** In one order, so that no two writes wait for each other. */
const countUp = (topics: Touched) =>
  sql`insert into topic_versions (topic) values ${sql.join(
    [...new Set<string>(topics === 'all' ? [everything] : topics)].toSorted().map((topic) => sql`(${topic})`),
    sql`, `,
  )} on conflict (topic) do update set version = topic_versions.version + 1`

/** What `announce` has counted so far, as one comparable text. */
export async function readVersions(db: Database): Promise<string> {
  const [row] = await db
    .select({ all: sql<string | null>`string_agg(topic || ' ' || version, ',' order by topic)` })
    .from(sql`topic_versions`)
  return row?.all ?? ''
}

function mapCounters(file: string): Uint32Array<ArrayBuffer> {
  const bytes = Bun.mmap(file, { shared: true })
  return new Uint32Array(bytes.buffer, bytes.byteOffset, slotsUsed)
}
