import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Log } from '#platform/log/log'

/**
 * What can be written. Whoever owns a kind declares it beside its table, and nobody can name one that nobody owns:
 * `declare module '#platform/events/events' { interface Kinds { post: true } }`. `site` is everything at once: filled, or replaced
 * by an archive.
 */
export interface Kinds {
  site: true
}
export type Kind = keyof Kinds

/** What cached responses depend on: the kinds of the records that they were made from. */
export type Topic = Kind

/** `drafted`: something that only its editors see. */
export type Action = 'created' | 'updated' | 'drafted' | 'deleted'

/** Where somebody asks from: the address of the connection, and the browser as people call it. */
export type Source = { address: string; device: string }

/** Who does something: whoever asks, or the site itself at its start, on command, and by the clock. */
export type Actor =
  | { is: 'visitor'; source?: Source }
  | { is: 'administrator'; user: { id: number; username: string }; session: string; source?: Source }
  | { is: 'system' }

export const visitor: Actor = { is: 'visitor' }
export const system: Actor = { is: 'system' }

/** What has been done, in the words in which people read of it. */
export const activityActions = [
  'created',
  'updated',
  'deleted',
  'read',
  'moved',
  'replaced',
  'replied',
  'retried',
  'exported',
  'erased',
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'invited',
  'joined',
  'removed',
  'renamed',
  'password-changed',
  'password-reset',
] as const
export type ActivityAction = (typeof activityActions)[number]

/**
 * What a write tells of itself; the one who did it is added by `commit`. `id` is null for the whole site. `title` names
 * what was written; `activityActions` say what was done where the action does not.
 */
export type Told = {
  kind: Kind
  action: Action
  id: number | string | null
  title?: string
  activityActions?: readonly ActivityAction[]
}
export type WriteEvent = Told & { actor: Actor; moves?: readonly Move[] }

/**
 * Where visitors found a record before a write and where they find it after; the same place when it only came or went.
 */
export type Move = { from: string; to: string; wasLive: boolean; isLive: boolean }

const toldMoves = new WeakMap<Database, Move[]>()

/**
 * Told by whoever stores the record, in its transaction: no caller on the way up can forget to pass it on to the event.
 */
export function tellMoves(tx: Database, moves: readonly Move[]): void {
  toldMoves.set(tx, [...(toldMoves.get(tx) ?? []), ...moves])
}

export const movesTold = (tx: Database): readonly Move[] | undefined => toldMoves.get(tx)

/** For writes whose result is the record: `event: about('post', 'created')`. */
export const about =
  (kind: Kind, action: Action) =>
  ({ id, title }: { id: number | string; title?: string }): Told => ({
    kind,
    action,
    id,
    ...(title === undefined ? {} : { title }),
  })

/** Does its part of a write in the same transaction: what it throws undoes all of it. */
export type Listener = {
  on: readonly Kind[] | 'every'
  run(tx: Database, event: WriteEvent, tools: ListenerTools): Promise<void>
}
type ListenerTools = { config: Config; log: Log }

type Subscriber = (event: WriteEvent) => void

export type Events = {
  /** The topics that an event makes stale; none for records that no visitor reads. */
  touchedBy(event: WriteEvent): readonly Topic[] | 'all'
  /** Inside the transaction: the listeners of the event's kind, in the order of their list. */
  runListeners(tx: Database, event: WriteEvent): Promise<void>
  /** After the commit, when the counters have moved on. */
  publish(event: WriteEvent): void
  /** Hears of every write that this process has committed, from now on until the function that it gives is called. */
  subscribe(subscriber: Subscriber): () => void
}

/** `publicKinds` are those of the records that visitors read. */
export function createEvents({
  listeners,
  publicKinds,
  config,
  log,
}: ListenerTools & { listeners: readonly Listener[]; publicKinds: Iterable<Kind> }): Events {
  const topics = new Set(publicKinds)
  const subscribers = new Set<Subscriber>()
  return {
    touchedBy({ kind, action }) {
      if (kind === 'site') return 'all'
      return topics.has(kind) && action !== 'drafted' ? [kind] : []
    },
    async runListeners(tx, event) {
      for (const { on, run } of listeners)
        if (on === 'every' || on.includes(event.kind)) await run(tx, event, { config, log })
    },
    publish(event) {
      for (const subscriber of subscribers) {
        try {
          subscriber(event)
        } catch (error) {
          log.error('Somebody who hears of writes failed', { kind: event.kind, action: event.action, error })
        }
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}
