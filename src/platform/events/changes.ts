import { sql } from 'drizzle-orm'
import { type Kind, collecting, type NewEvent, type RecordChange, type Transaction } from './events'
import type { Channel, Database } from '#platform/db/database'
import { within } from '#platform/within'
import { parseJson } from '#text/parse-json'

/** Kinds that are not sent to open windows: no screen that stays open shows them. */
const silentKinds: readonly Kind[] = ['site', 'invitation', 'redirect', 'privacy']

const changeActions = ['created', 'updated', 'deleted'] as const

/** A change as it is streamed to the administrators' open windows. */
export type Change = { kind: Kind; action: (typeof changeActions)[number]; id: number | string }

/** Sent with every change. `unread`: new messages in the inbox; `failed`: mails that could not be sent. */
export type Figures = { unread: number; failed: number }

/**
 * A committed change with its id, which is the same in every process. `all`: anything may have changed; `none`: only a
 * position in the order.
 */
export type ChangeEntry = { id: string; change: Change | 'all' | 'none' }

export type Changes = {
  /**
   * After the commit: notifies all processes, this one included, in one order. Not inside the transaction, because commits
   * with a NOTIFY are serialized and cannot share one flush to the disk.
   */
  announce(db: Database, entries: readonly ChangeEntry[]): Promise<void>
  /** Whether changes of other processes are currently not received. */
  isLocalOnly(): boolean
  /**
   * Receives the committed changes of all processes until the returned function is called. With `ownAtOnce` those of this
   * process come at the commit, and possibly once more in the order of all.
   */
  subscribe(heard: Heard, options?: { ownAtOnce?: boolean }): () => void
  /** Calls `resumed` whenever some may have been missed, first when listening begins. */
  onResumed(resumed: () => void): void
}

type Heard = (entries: readonly ChangeEntry[]) => void

type Options = {
  channel?: Channel
  /** Without a channel: for a command line tool, which notifies other processes and listens to none. */
  announces?: boolean
}

const channelName = 'industria_changes'

/** A NOTIFY carries 8,000 bytes; and a window that receives that many reloads everything anyway. */
const mostAtOnce = 40

const longestId = 64

/** Milliseconds that a write waits for its changes to be sent. */
const longestTelling = 500

/** For stores: adds changes that no event of the transaction describes. */
export function emitChanges(tx: Transaction, changes: readonly RecordChange[]): void {
  tx.pending.changes.push(...changes)
}

/** The same change of several records. */
export const changesTo = (
  kind: Kind,
  action: RecordChange['action'],
  rows: readonly Pick<RecordChange, 'id'>[],
): RecordChange[] => rows.map(({ id }) => ({ kind, action, id }))

/**
 * A transaction whose changes are sent to the open windows of all processes after the commit and before its result is
 * returned.
 */
export async function withChanges<Result>(
  { db, changes }: { db: Database; changes: Changes },
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, entries } = await db.transaction(async (plain) => {
    const tx = collecting(plain)
    return { result: await work(tx), entries: toEntries(changesOf(tx.pending)) }
  })
  // The commit stands, whether its changes can be sent or not.
  await within(longestTelling, changes.announce(db, entries)).catch(() => {})
  return result
}

/** With a channel, this process receives its own changes like those of others, so that all have them in one order. */
export function createChanges({ channel, announces = channel !== undefined }: Options = {}): Changes {
  const subscribers = new Set<Heard>()
  const atOnce = new Set<Heard>()
  const resumers: (() => void)[] = []
  const tell = (entries: readonly ChangeEntry[], listeners = subscribers) => {
    if (entries.length > 0) for (const heard of listeners) heard(entries)
  }
  const unsent: ChangeEntry[] = []
  let sending = Promise.resolve()
  const isLocalOnly = () => channel === undefined || channel.listenError() !== undefined
  channel?.listen(
    channelName,
    (payload) => tell(readEntries(payload)),
    () => resumers.forEach((resumed) => resumed()),
  )

  /** Changes that arrive during a send are batched into the next one. A window that missed some is sent `all`. */
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
      // Without notifications, this process publishes at least its own changes.
      tell(entries, isLocalOnly() ? subscribers : atOnce)
      if (!announces) return
      unsent.push(...entries)
      const sent = sending.then(() => sendAll(db))
      sending = sent.catch(() => {})
      await sent
    },
    isLocalOnly,
    subscribe(heard, { ownAtOnce = false } = {}) {
      subscribers.add(heard)
      if (ownAtOnce) atOnce.add(heard)
      return () => {
        subscribers.delete(heard)
        atOnce.delete(heard)
      }
    },
    onResumed: (resumed) => void resumers.push(resumed),
  }
}

const processName = crypto.randomUUID().slice(0, 8)
let count = 0

/** An id that is unique among all processes. */
export const nextChangeId = (): string => `${processName}-${(count++).toString(36)}`

const toEntries = (changes: readonly (Change | 'all')[]): ChangeEntry[] =>
  changes.map((change) => ({ id: nextChangeId(), change }))

/** An unreadable entry is from another version of the site. */
function readEntries(payload: string): ChangeEntry[] {
  const entries = parseJson(payload)
  return Array.isArray(entries) ? (entries as ChangeEntry[]) : [{ id: nextChangeId(), change: 'all' }]
}

/** Each change once; too many are replaced by `all`. An event without an id concerns no single record. */
function changesOf({ events, changes }: Transaction['pending']): (Change | 'all')[] {
  if (events.some(({ kind }) => kind === 'site')) return ['all']
  const heard = [...events.flatMap(changeOf), ...changes].filter(({ kind }) => !silentKinds.includes(kind))
  const once = [...new Map(heard.map((change) => [`${change.kind} ${change.action} ${change.id}`, change])).values()]
  const isTooMuch = once.length > mostAtOnce || once.some((change) => String(change.id).length > longestId)
  return isTooMuch ? ['all'] : once
}

function changeOf({ kind, id, action, verb, activityActions }: NewEvent): RecordChange[] {
  if (id === null || verb === 'slugChanged') return []
  const drafted = activityActions?.includes('created') ? 'created' : 'updated'
  return [{ kind, id, action: action === 'drafted' ? drafted : action }]
}
