import { sql } from 'drizzle-orm'
import { type Change, silentKinds } from './change-event'
import type { Channel } from '#platform/db/channel'
import type { Database } from '#platform/db/database'
import { within } from '#platform/within'
import { collecting, type Told, type ToldChange, type Transaction } from './events'
import { parseJson } from '#text/parse-json'

/**
 * A committed change under the id by which every process knows it. `all`: anything may have changed; `none`: only a
 * place in the order, which all know.
 */
export type ChangeEntry = { id: string; change: Change | 'all' | 'none' }

export type Changes = {
  /**
   * After the commit: tells all processes, in one order, the own one included. Not inside the transaction, for a commit
   * that tells something keeps all others that do from being flushed to the disk together with it.
   */
  announce(db: Database, entries: readonly ChangeEntry[]): Promise<void>
  /** Whether changes of other processes are not heard just now. */
  isDeaf(): boolean
  /** Hears of the committed changes of all processes, from now on until the function that it gives is called. */
  subscribe(heard: (entries: readonly ChangeEntry[]) => void): () => void
  /** Calls `resumed` whenever some may have been missed, the first time when it begins to listen. */
  onResumed(resumed: () => void): void
}

type Options = {
  channel?: Channel
  /** Without a channel: for a command, which tells other processes and hears nothing. */
  announces?: boolean
}

const channelName = 'industria_changes'
/** A NOTIFY carries 8,000 bytes; and whoever hears of that many reads everything anew anyway. */
const mostAtOnce = 40
const longestId = 64
/** Milliseconds that a write waits for its changes to be told. */
const longestTelling = 500

/** Told by whoever stores a record, where no event of the write tells it. */
export function tellChanges(tx: Transaction, changes: readonly ToldChange[]): void {
  tx.told.changes.push(...changes)
}

/**
 * A transaction of whose changes the open windows hear once it is committed, whatever process they belong to, and before
 * its result is known to anybody.
 */
export async function telling<Result>(
  { db, changes }: { db: Database; changes: Changes },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, entries } = await db.transaction(async (plain) => {
    const tx = collecting(plain)
    return { result: await work(tx), entries: toEntries(changesOf(tx.told)) }
  })
  // What is committed is done, whether it can be told or not.
  await within(longestTelling, changes.announce(db, entries)).catch(() => {})
  return result
}

/** With a channel, this process hears of its own changes as of all others: so all have them in one order. */
export function createChanges({ channel, announces = channel !== undefined }: Options = {}): Changes {
  const subscribers = new Set<(entries: readonly ChangeEntry[]) => void>()
  const resumers: (() => void)[] = []
  const tell = (entries: readonly ChangeEntry[]) => {
    if (entries.length > 0) for (const heard of subscribers) heard(entries)
  }
  const unsent: ChangeEntry[] = []
  let sending = Promise.resolve()
  const isDeaf = () => channel === undefined || channel.deafness() !== undefined
  channel?.listen(
    channelName,
    (payload) => tell(readEntries(payload)),
    () => resumers.forEach((resumed) => resumed()),
  )

  /** What comes while something is sent goes together. Whoever has missed some hears that it may be anything. */
  async function sendAll(db: Database) {
    while (unsent.length > 0) {
      const entries = unsent.splice(0, mostAtOnce)
      try {
        await db.execute(sql`select pg_notify(${channelName}, ${JSON.stringify(entries)})`)
      } catch (error) {
        unsent.splice(0, Infinity, { id: nextChangeId(), change: 'all' })
        throw error
      }
    }
  }

  return {
    async announce(db, entries) {
      if (entries.length === 0) return
      // Where nothing is heard, this process knows at least of itself.
      if (isDeaf()) tell(entries)
      if (!announces) return
      unsent.push(...entries)
      const sent = sending.then(() => sendAll(db))
      sending = sent.catch(() => {})
      await sent
    },
    isDeaf,
    subscribe(heard) {
      subscribers.add(heard)
      return () => void subscribers.delete(heard)
    },
    onResumed: (resumed) => void resumers.push(resumed),
  }
}

const processName = crypto.randomUUID().slice(0, 8)
let count = 0

/** An id that no other process gives. */
export const nextChangeId = (): string => `${processName}-${(count++).toString(36)}`

const toEntries = (changes: readonly (Change | 'all')[]): ChangeEntry[] =>
  changes.map((change) => ({ id: nextChangeId(), change }))

/** What cannot be read comes from another version of the site. */
function readEntries(payload: string): ChangeEntry[] {
  const entries = parseJson(payload)
  return Array.isArray(entries) ? (entries as ChangeEntry[]) : [{ id: nextChangeId(), change: 'all' }]
}

/** Each once, and what is too much to tell as one. An event without an id is of no single record. */
function changesOf({ events, changes }: Transaction['told']): (Change | 'all')[] {
  if (events.some(({ kind }) => kind === 'site')) return ['all']
  const heard = [...events.flatMap(changeOf), ...changes].filter(({ kind }) => !silentKinds.includes(kind))
  const once = [...new Map(heard.map((change) => [`${change.kind} ${change.action} ${change.id}`, change])).values()]
  const isTooMuch = once.length > mostAtOnce || once.some((change) => String(change.id).length > longestId)
  return isTooMuch ? ['all'] : once
}

function changeOf({ kind, id, action, verb, activityActions }: Told): ToldChange[] {
  if (id === null || verb === 'slugChanged') return []
  const drafted = activityActions?.includes('created') ? 'created' : 'updated'
  return [{ kind, id, action: action === 'drafted' ? drafted : action }]
}
