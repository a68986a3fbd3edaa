import { sql } from 'drizzle-orm'
import type { Channel, Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { Peers } from './peers'

/**
 * The cache tags and their versions. Each tag has a counter; a cached response stores the counters it was made under and is
 * stale as soon as one of them has increased. No clock is involved.
 */
export type CacheTags = {
  /** The current versions of `tags`, as one comparable text. */
  stamp(tags: readonly CacheTag[]): string
  /**
   * Inside the transaction of a write: notifies the other processes when it commits (NOTIFY on an external Postgres).
   */
  announce(tx: Database, tags: Touched): Promise<void>
  /**
   * After the commit and before the response: increments the counters, and waits briefly until other machines have received them.
   */
  touch(tags: Touched): Promise<void>
  /** Makes every cached response stale, because notifications may have been missed (a lost listen connection). */
  touchAll(): void
  /**
   * Whether the counters are known to include the writes of every process. While they do not, no cached response may be
   * served, and each call of `stamp` returns a new value. False at first after an idle time: `settle` changes that.
   */
  isCurrent(): boolean
  /** Why writes of other processes are not received at once, if that persists. */
  listenError(): string | undefined
  /** Resolves when the versions are up to date, or known to stay outdated for now. */
  settle(): Promise<void>
  /** Called when the process ends, so that others do not wait for it. */
  leave(): Promise<void>
}

type Touched = readonly CacheTag[] | 'all'

const channelName = 'industria_touched'
const everything = '*'

type Options = {
  channel?: Channel
  peers?: Peers
  sharedFile?: string
  /** Without a channel: for a command line tool, which notifies other processes and listens to none. */
  announces?: boolean
  /** Reads the counters from the database, for a process that cannot LISTEN: cached responses are then at most `pollEvery` old. */
  readVersions?: () => Promise<string>
}

/** Poll intervals in milliseconds: without notifications, and while they are interrupted. */
const pollEvery = 1000
const pollMeanwhile = 100

/**
 * Versions in this process, and, if `sharedFile` names one, in all processes that map the same file. With a channel,
 * writes of other machines are received too.
 */
export function createCacheTags({
  channel,
  peers,
  sharedFile,
  announces = channel !== undefined,
  readVersions: countedSoFar,
}: Options = {}): CacheTags {
  const counters = createCounters(sharedFile)
  const touchAll = () => counters.increase('own', 'all')
  let unknownStamps = 0
  let polledUntil = Number.NEGATIVE_INFINITY
  let versions = ''
  let polling: Promise<void> | undefined

  /** While this process cannot reach the database, other processes may still write. */
  function isCurrent(): boolean {
    if (channel === undefined) return true
    channel.noteUse()
    if (channel.isListening()) return true
    return channel.isAway() ? channel.hasListened() && !peers?.areThere() : performance.now() < polledUntil
  }

  const stamp = (tags: readonly CacheTag[]): string =>
    isCurrent() ? String(counters.sumOf(tags)) : `unknown ${unknownStamps++}`

  /** An unknown tag comes from another release: any cached response may depend on it. */
  function hear(payload: string) {
    const tags = payload.split(' ')
    counters.increase('own', tags.every(counters.knows) ? tags : 'all')
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
    polledUntil = begun + (channel?.hasListened() ? pollMeanwhile : pollEvery)
  }

  async function settle() {
    await channel?.settled()
    if (isCurrent() || !countedSoFar || channel?.listenError() === undefined) return
    polling ??= poll(countedSoFar)
      .catch(() => {})
      .finally(() => (polling = undefined))
    await polling
  }

  return {
    stamp,
    async announce(tx, tags) {
      if (!announces || tags.length === 0) return
      await tx.execute(countUp(tags))
      await tx.execute(announcement(tags))
    },
    async touch(tags) {
      counters.increase('shared', tags)
      if (tags.length > 0) await peers?.haveHeard()
    },
    touchAll,
    isCurrent,
    listenError: () => channel?.listenError(),
    settle,
    leave: async () => peers?.leave(),
  }
}

/** The name under which other machines know the processes that share a file. */
export const machineOf = (sharedFile: string | undefined): string =>
  sharedFile ? Bun.hash(sharedFile).toString(16) : crypto.randomUUID().slice(0, 8)

/** The NOTIFY statement that reaches every listening process when its transaction commits. */
const announcement = (tags: Touched) =>
  sql`select pg_notify(${channelName}, ${tags === 'all' ? everything : tags.join(' ')})`

/** In a fixed order, so that concurrent writes do not deadlock. */
const countUp = (tags: Touched) =>
  sql`insert into topic_versions (topic) values ${sql.join(
    [...new Set<string>(tags === 'all' ? [everything] : tags)].toSorted().map((topic) => sql`(${topic})`),
    sql`, `,
  )} on conflict (topic) do update set version = topic_versions.version + 1`

/** The versions counted by `announce` so far, as one comparable text. */
export async function readVersions(db: Database): Promise<string> {
  const [row] = await db
    .select({ all: sql<string | null>`string_agg(topic || ' ' || version, ',' order by topic)` })
    .from(sql`topic_versions`)
  return row?.all ?? ''
}

const slotsUsed = 1021

/** The size of the file with the versions, which all processes of one machine map into memory. */
export const sharedBytes = 4096

type Counters = Uint32Array<ArrayBuffer>

/** A counter for each cache tag: those of this process, and those that it shares if `sharedFile` names their file. */
function createCounters(sharedFile: string | undefined) {
  const own: Counters = new Uint32Array(slotsUsed)
  const shared = sharedFile ? mapCounters(sharedFile) : own
  const slots = new Map<string, number>()

  // Two tags may share a slot: then each invalidates the other's entries, but none is missed.
  const slotOf = (tag: string): number =>
    slots.getOrInsertComputed(tag, () => Number(BigInt(Bun.hash.wyhash(tag)) % BigInt(slotsUsed)))

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
