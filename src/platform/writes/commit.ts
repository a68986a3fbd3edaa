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
import { claim, idempotencyKey, type Repeat, storeResponse } from './idempotency'
import { stale, invalid } from '#contract/http-error'
import type { ZodType } from 'zod'
import { schemaIssues } from '#platform/http/issues'
import type { MessageId } from '#i18n/messages'
import { isMessageId } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { FormResult } from '#contract/form-result'

/** The part of Elysia's context that a write needs. */
export type WriteContext = { request: Request; path: string; body?: unknown; set: { headers: Record<string, unknown> } }

/** The services of a write without a request. */
export type WriteServices = Pick<Services, 'db' | 'cacheTags' | 'events' | 'changes'> &
  Partial<Pick<Services, 'writeHold'>>

type Options<Result, Status> = {
  status: Status | ((result: Result) => Status)
  /** The event, where the store has not emitted it; undefined when nothing changed. */
  event?: (result: Result) => NewEvent | undefined
}

/** The result of a request. */
type Done = { status: number; body: unknown; event?: NewEvent }

/**
 * One unsafe request as one transaction: returns the stored answer of its Idempotency-Key, or does the work together with
 * its listeners and stores the answer. It is answered, with what `answer` makes of the result (nothing for 204), only after
 * the commit and the increment of the cache tags.
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
  const statusOf = (result: Result) => (typeof status === 'function' ? status(result) : status)
  const done = await commitAs<Done>(
    services,
    actor,
    ({ event: emitted }) => emitted,
    async (tx) => {
      const before = repeat && (await claim(tx, repeat))
      if (before) return { status: before.status, body: JSON.parse(before.answer) as unknown }
      const result = await work(tx)
      const code = statusOf(result)
      const body = code === 204 ? undefined : answer(result)
      if (repeat) await storeResponse(tx, repeat, { status: code, answer: JSON.stringify(body ?? null) })
      return { status: code, body, event: event(result) }
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
    const outcome = await work(tx)
    const own = eventOf(outcome)
    if (own) tx.pending.events.push(own)
    const by = typeof actor === 'function' ? actor(outcome) : actor
    const done = tx.pending.events.map((event): WriteEvent => ({ ...event, name: nameOf(event), actor: by }))
    for (const event of done) await events.runListeners(tx, event)
    const tags = tagsOf(events, done)
    await cacheTags.announce(tx, tags)
    return { result: outcome, written: done, touched: tags }
  })
  if (written.length > 0) {
    await cacheTags.touch(touched)
    for (const event of written) events.publish(event)
  }
  return result
}

/** The same for work whose events its stores emit. */
export const commitWork = <Result>(
  services: WriteServices,
  actor: Actor,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => commitAs(services, actor, () => undefined, work)

function tagsOf(events: Events, written: readonly WriteEvent[]): readonly CacheTag[] | 'all' {
  const tags = written.map((event) => events.touchedBy(event))
  return tags.includes('all') ? 'all' : [...new Set(tags.filter((some) => some !== 'all').flat())]
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

/** A form of a public page that works without JavaScript: it posts to `path`, its own page. */
export type PlainForm = {
  path: string
  name: FormResult['form']
  /** The fields whose values are shown again after an error. */
  fields: readonly string[]
  success(config: Config): MessageId
  /** Whether the time that its page was open is checked. */
  isTimed?: boolean
  submit(services: Services, context: WriteContext & { body: Record<string, string> }): Promise<unknown>
}

/** `submit` gets the fields parsed by the contract of the corresponding API route. */
export function plainForm<Body>({
  body: schema,
  submit,
  ...form
}: Omit<PlainForm, 'submit'> & {
  body: ZodType<Body>
  submit(services: Services, context: WriteContext & { body: Body }): Promise<unknown>
}): PlainForm {
  return {
    ...form,
    submit(services, context) {
      const parsed = schema.safeParse(context.body)
      if (!parsed.success) throw invalid(schemaIssues(parsed.error).filter(({ message }) => isMessageId(message)))
      return submit(services, { ...context, body: parsed.data })
    },
  }
}

/** A version in `If-Match`; with `draft` the version of the record's draft has to match too. */
type Allowed = { version: number; draft?: number }

/** undefined without `If-Match`, empty if it contains no possible version. */
export type Expected = 'any' | Allowed[] | undefined

/** The parts of a record that its ETag covers: for editors the draft too. */
type Versioned = { version: number; draft?: { version: number } | null }

export function expectedVersions(request: Request): Expected {
  const header = request.headers.get('if-match')
  if (header === null) return undefined
  if (header.trim() === '*') return 'any'
  return header.split(',').flatMap((tag) => {
    const [, version, draft] = /^\s*(?:W\/)?"(\d{1,10})(?:\.(\d{1,10}))?(?:-[\da-z]{1,20})?"\s*$/.exec(tag) ?? []
    return version === undefined
      ? []
      : [{ version: Number(version), ...(draft === undefined ? {} : { draft: Number(draft) }) }]
  })
}

/** Throws 412 unless the record (undefined: there is none) has an expected version. */
export function checkVersion(version: number | undefined, expected: Expected, draft = 0): void {
  const fits = (allowed: Allowed) => allowed.version === version && (allowed.draft ?? draft) === draft
  const isFine = expected === undefined || (version !== undefined && (expected === 'any' || expected.some(fits)))
  if (!isFine) throw stale()
}

export const versionTag = (record: Versioned): string =>
  record.draft === undefined ? `"${record.version}"` : `"${record.version}.${record.draft?.version ?? 0}"`

export const hasVersion = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'
