import { type ElysiaCustomStatusResponse, status as answerWith } from 'elysia'
import { withChanges } from '#platform/events/changes'
import {
  type Actor,
  type Events,
  nameOf,
  type NewEvent,
  type CacheTag,
  type Transaction,
  type WriteEvent,
} from '#platform/events/events'
import type { Services } from '#platform/services'
import { claim, idempotencyKey, type Repeat, storeAnswer } from './idempotency'
import { hasVersion, versionTag } from './versions'

/** The part of Elysia's context that a write needs. */
export type WriteContext = { request: Request; path: string; body?: unknown; set: { headers: Record<string, unknown> } }

/** All that a write needs, where there is no request. */
export type WriteServices = Pick<Services, 'db' | 'cacheTags' | 'events' | 'changes'> &
  Partial<Pick<Services, 'writeHold'>>

type Options<Result, Status> = {
  status: Status | ((result: Result) => Status)
  /** The event, where the store has not emitted it; undefined when nothing changed. */
  event?: (result: Result) => NewEvent | undefined
}

/** What a request has come to. */
type Done = { status: number; body: unknown; told?: NewEvent }

/**
 * One unsafe request as one transaction: returns the stored answer of its Idempotency-Key, or does the work together with
 * its listeners and stores the answer. It is answered, with what `answer` makes of the result, only after the commit and
 * the increment of the cache tags.
 */
export async function commit<Result, Status extends number>(
  services: Services,
  context: WriteContext,
  options: Options<Result, Status>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<ElysiaCustomStatusResponse<Status, Result>>
export async function commit<Result, Status extends number, Answer>(
  services: Services,
  context: WriteContext,
  options: Options<Result, Status> & { answer: (result: Result) => Answer },
  work: (tx: Transaction) => Promise<Result>,
): Promise<ElysiaCustomStatusResponse<Status, Answer>>
export async function commit<Result, Status extends number>(
  services: Services,
  context: WriteContext,
  {
    status,
    event = () => undefined,
    answer = (result) => result,
  }: Options<Result, Status> & { answer?: (result: Result) => unknown },
  work: (tx: Transaction) => Promise<Result>,
): Promise<unknown> {
  const actor = await services.identify(context.request)
  const repeat = repeatOf(context, actor)
  const statusOf = (made: Result) => (typeof status === 'function' ? status(made) : status)
  const done = await commitAs<Done>(
    services,
    actor,
    ({ told }) => told,
    async (tx) => {
      const before = repeat && (await claim(tx, repeat))
      if (before) return { status: before.status, body: JSON.parse(before.answer) as unknown }
      const made = await work(tx)
      const given = { status: statusOf(made), body: answer(made) }
      if (repeat) await storeAnswer(tx, repeat, { status: given.status, answer: JSON.stringify(given.body ?? null) })
      return { ...given, told: event(made) }
    },
  )
  if (hasVersion(done.body)) context.set.headers.etag = versionTag(done.body)
  return answerWith(done.status, done.body)
}

/**
 * The same for work without a request (or whose answer must not be stored; `actor` may be derived from the result), and
 * the one way to write anything: the work, its events' listeners, and the NOTIFY to other processes are one transaction;
 * then the cache tags are incremented, and subscribers and the administrators' open windows receive the events.
 */
export async function commitAs<Result>(
  { db, cacheTags, events, changes, writeHold }: WriteServices,
  actor: Actor | ((result: Result) => Actor),
  eventOf: (result: Result) => NewEvent | undefined,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { result, written, touched } = await withChanges({ db, changes }, async (tx) => {
    await writeHold?.check(tx)
    const made = await work(tx)
    const told = eventOf(made)
    if (told) tx.pending.events.push(told)
    const by = typeof actor === 'function' ? actor(made) : actor
    const done = tx.pending.events.map((event): WriteEvent => ({ ...event, name: nameOf(event), actor: by }))
    for (const event of done) await events.runListeners(tx, event)
    const topics = topicsOf(events, done)
    await cacheTags.announce(tx, topics)
    return { result: made, written: done, touched: topics }
  })
  if (written.length > 0) {
    await cacheTags.touch(touched)
    for (const event of written) events.publish(event)
  }
  return result
}

function topicsOf(events: Events, written: readonly WriteEvent[]): readonly CacheTag[] | 'all' {
  const topics = written.map((event) => events.touchedBy(event))
  return topics.includes('all') ? 'all' : [...new Set(topics.filter((some) => some !== 'all').flat())]
}

function repeatOf({ request, path, body }: WriteContext, actor: Actor): Repeat | undefined {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const bodyHash = new Bun.CryptoHasher('sha256').update(JSON.stringify(body ?? null)).digest('base64url')
  return {
    key,
    route: `${request.method} ${path}`,
    session: actor.is === 'administrator' ? actor.session : '',
    bodyHash,
  }
}
