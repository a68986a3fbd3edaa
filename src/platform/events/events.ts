import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Log } from '#platform/log/log'

/**
 * The kinds that events can be about. The owner of a kind declares it beside its table:
 * `declare module '#platform/events/events' { interface Kinds { post: true } }`. `site` is everything at once: filled, or replaced
 * by an archive.
 */
export interface Kinds {
  site: true
}
export type Kind = keyof Kinds

/** What cached responses depend on: the kinds of records they were generated from. */
export type CacheTag = Kind

/** `drafted`: a change that only editors see. */
export type Action = 'created' | 'updated' | 'drafted' | 'deleted'

/** Where a request came from: the client address, and the browser and system by name. */
export type Source = { address: string; device: string }

/** Who made a change: the signed-in user or visitor of a request, or the site itself (at its start, by a command, by a job). */
export type Actor =
  | { is: 'visitor'; source?: Source }
  | { is: 'administrator'; user: { id: number; username: string }; session: string; source?: Source }
  | { is: 'system' }

export const visitor: Actor = { is: 'visitor' }
export const system: Actor = { is: 'system' }

/** The actions shown in Activity. */
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
  'tested',
  'disabled',
  'factor-begun',
  'factor-added',
  'factor-renamed',
  'factor-removed',
  'factors-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'failed',
  'restored',
  'restore-failed',
  'scheduled',
  'sent',
  'cancelled',
  'imported',
  'undone',
] as const
export type ActivityAction = (typeof activityActions)[number]

/** The verbs of records that visitors read. `slugChanged` is emitted beside the other verb of the write. */
const recordVerbs = [
  'created',
  'scheduled',
  'published',
  'updated',
  'drafted',
  'unpublished',
  'trashed',
  'restored',
  'deleted',
  'slugChanged',
] as const
export type RecordVerb = (typeof recordVerbs)[number]
type Verb = RecordVerb | ActivityAction | 'received' | 'confirmed' | 'unsubscribed'

/** The name by which listeners subscribe: `post.published`, `message.replied`. */
export type EventName = `${Kind}.${Verb}`

/** A record before or after a write. */
export type RecordState = {
  version: number
  title: string
  status: 'draft' | 'scheduled' | 'published' | 'trashed'
  publishedAt: string | null
  /** Its public paths, in the order of the languages. */
  paths: readonly string[]
  /** Its fields, named as in a body. */
  values: Readonly<Record<string, unknown>>
  /** The values of its draft: null if there is none, undefined if the write did not read it. */
  draft: Readonly<Record<string, unknown>> | null | undefined
}

/**
 * An event as a store emits it; `commit` adds the actor. `id` is null for the whole site. `title` names the record;
 * `activityActions` describe the change where the action does not, and `verb` where neither does.
 */
export type NewEvent = {
  kind: Kind
  action: Action
  verb?: Verb
  id: number | string | null
  title?: string
  activityActions?: readonly ActivityAction[]
  /** The letter whose link led to it (`newsletter:3`). */
  source?: string
  /** Of records with a history; `before` is undefined for a new record, `after` for a deleted one. */
  before?: RecordState
  after?: RecordState
}
export type WriteEvent = NewEvent & { name: EventName; actor: Actor }

export const nameOf = ({ kind, verb, action, activityActions: done }: NewEvent): EventName =>
  `${kind}.${verb ?? done?.[0] ?? action}`

/** A change of one record as open windows receive it. */
export type RecordChange = { kind: Kind; action: 'created' | 'updated' | 'deleted'; id: number | string }

/**
 * A transaction that collects its events: stores emit them here, so that no caller can forget to pass them on. `changes`
 * are those without an event: one write may change more than one record.
 */
export type Transaction = Database & { readonly pending: { events: NewEvent[]; changes: RecordChange[] } }

export const collecting = (tx: Database): Transaction => Object.assign(tx, { pending: { events: [], changes: [] } })

export const emit = (tx: Transaction, event: NewEvent): void => void tx.pending.events.push(event)

/** Removes the Activity entries of the events so far, because the whole transaction is one entry. */
export function omitFromActivity(tx: Transaction): void {
  tx.pending.events = tx.pending.events.map((event) => ({ ...event, activityActions: [] }))
}

/** For writes whose result is the record: `event: about('post', 'created')`. */
export const about =
  (kind: Kind, action: Action) =>
  ({ id, title }: { id: number | string; title?: string }): NewEvent => ({
    kind,
    action,
    id,
    ...(title === undefined ? {} : { title }),
  })

/** Runs in the transaction of a write: an error rolls everything back. */
export type Listener = {
  /** A kind stands for all its events but `slugChanged`, which is emitted beside another one. */
  on: readonly (Kind | EventName)[] | 'every'
  run(tx: Transaction, event: WriteEvent, tools: ListenerTools): Promise<void>
}
type ListenerTools = { config: Config; log: Log }

type Subscriber = (event: WriteEvent) => void

export type Events = {
  /** The cache tags that an event invalidates; empty for records that no visitor reads. */
  touchedBy(event: WriteEvent): readonly CacheTag[] | 'all'
  /** Runs the listeners of the event in the transaction, in the order of their list. */
  runListeners(tx: Transaction, event: WriteEvent): Promise<void>
  /** After the commit, when the cache tags have new versions. */
  publish(event: WriteEvent): void
  /** Receives every write that this process commits until the returned function is called. */
  subscribe(subscriber: Subscriber): () => void
}

/** `publicKinds` are the kinds of records that visitors read. */
export function createEvents({
  listeners,
  publicKinds,
  config,
  log,
}: ListenerTools & { listeners: readonly Listener[]; publicKinds: Iterable<Kind> }): Events {
  const tags = new Set(publicKinds)
  const subscribers = new Set<Subscriber>()
  return {
    touchedBy({ kind, action }) {
      if (kind === 'site') return 'all'
      return tags.has(kind) && action !== 'drafted' ? [kind] : []
    },
    async runListeners(tx, event) {
      for (const { on, run } of listeners) if (hears(on, event)) await run(tx, event, { config, log })
    },
    publish(event) {
      for (const subscriber of subscribers) {
        try {
          subscriber(event)
        } catch (error) {
          log.error('A subscriber of events failed', { event: event.name, error })
        }
      }
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
}

const hears = (on: Listener['on'], { kind, name, verb }: WriteEvent): boolean =>
  on !== 'every' && on.includes(name) ? true : verb !== 'slugChanged' && (on === 'every' || on.includes(kind))
