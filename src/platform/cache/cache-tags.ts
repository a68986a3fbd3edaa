import { sql } from 'drizzle-orm'
import type { Channel, Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import { createCounters } from './counters'
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
