import { tooMany, unauthorized } from '#contract/http-error'
import { findValidSessions } from '#auth/tokens/token-check'
import { type ChangeEntry, nextChangeId, type Figures } from '#platform/events/changes'
import type { Services } from '#platform/services'
import { type CountedChanges, createCountedChanges } from './counted-changes'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { operation } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { features } from '#app/features'

const comment = new TextEncoder().encode(':\n\n')

/** Intervals in milliseconds: of keep-alive comments, and of session checks. */
const comments = 15_000
const lookEvery = 1000
/**
 * Maximum number of streams of one person in this process; a browser has one for all its windows. A further one is
 * refused, because two windows that close each other's streams would reconnect for ever.
 */
const mostOfOnePerson = 20
/** Seconds after which a refused window may find a place. */
const retryAfter = 15

/**
 * The open event streams of this process. Each stores only its position in one shared log: figures are counted and entries
 * encoded once for all, and a slow reader costs nothing but its own connection.
 */
export function createStreams(services: Services, countAll: () => Promise<Figures>, { beat = comments } = {}) {
  const { db, changes, log, stopping } = services
  const open = new Set<Stream>()
  let timers: Timer[] = []
  const counted = createCountedChanges({
    countAll,
    log,
    isWatched: () => open.size > 0,
    onCounted: () => open.forEach(wake),
  })

  services.meter.gauge('eventStreams', () => open.size)

  changes.subscribe((entries) => {
    counted.add(entries)
    if (entries.some(mayEndSessions)) void look()
  })

  changes.onResumed(() => {
    counted.startAnew()
    void markPlace(services)
  })

  stopping.addEventListener('abort', () => {
    for (const stream of open) end(stream)
  })

  /** The stream of a session, starting after the change `lastId` if that is known. Throws 429 for one too many. */
  async function start(
    { session, user, signal }: Listener,
    lastId: string | null,
  ): Promise<ReadableStream<Uint8Array>> {
    const ofSamePerson = [...open].filter((other) => other.user === user)
    if (ofSamePerson.length >= mostOfOnePerson) throw tooMany(retryAfter)
    const stream: Stream = { session, user, place: 0, greetings: [], isDue: false, isOver: stopping.aborted }
    // Before anything is awaited, so that concurrent requests count.
    open.add(stream)
    keepTime()
    try {
      Object.assign(stream, await counted.begin(lastId))
    } catch (error) {
      end(stream)
      throw error
    }
    signal?.addEventListener('abort', () => end(stream))
    if (signal?.aborted) end(stream)
    return toReadable(stream, counted, () => end(stream))
  }

  function end(stream: Stream) {
    if (!open.delete(stream)) return
    stream.isOver = true
    wake(stream)
    if (open.size > 0) return
    for (const timer of timers) clearInterval(timer)
    timers = []
  }

  /** Ends the streams whose sessions or tokens have expired or were deleted. */
  async function look(): Promise<void> {
    const asked = [...open]
    if (asked.length === 0) return
    try {
      const living = await findValidSessions(db, [...new Set(asked.map(({ session }) => session))])
      for (const stream of asked) if (!living.has(stream.session)) end(stream)
    } catch (error) {
      log.debug('The sessions of open windows could not be looked at', { error })
    }
  }

  function keepTime() {
    if (timers.length > 0) return
    timers = [
      setInterval(() => {
        void look()
        if (changes.isLocalOnly()) void counted.recount()
      }, lookEvery),
      setInterval(() => {
        for (const stream of open) {
          stream.isDue = true
          wake(stream)
        }
      }, beat),
    ]
    for (const timer of timers) timer.unref()
  }

  return { start }
}

const toReadable = (stream: Stream, changes: CountedChanges, cancel: () => void) =>
  new ReadableStream<Uint8Array>(
    {
      cancel,
      async pull(controller) {
        const bytes = await nextBytes(stream, changes)
        if (bytes) controller.enqueue(bytes)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )

/** Adds an entry that every process has, so that a window can reconnect to another one. */
async function markPlace({ changes, db }: Pick<Services, 'changes' | 'db'>): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    try {
      return await changes.announce(db, [{ id: nextChangeId(), change: 'none' }])
    } catch {
      await Bun.sleep(lookEvery / 4)
    }
  }
}

const mayEndSessions = ({ change }: ChangeEntry) =>
  change === 'all' || (typeof change === 'object' && ['session', 'token', 'user'].includes(change.kind))

/** Who asks for a stream; `signal` is that of the request. */
type Listener = { session: string; user: number; signal?: AbortSignal }

/** An open stream. `place` is the position of the next entry to send. */
type Stream = {
  session: string
  user: number
  place: number
  /** Sent before anything else. */
  greetings: Uint8Array[]
  /** A keep-alive comment is due. */
  isDue: boolean
  isOver: boolean
  wake?: () => void
}

/** The next chunk of a stream, when there is one; undefined at its end. */
async function nextBytes(stream: Stream, changes: CountedChanges): Promise<Uint8Array | undefined> {
  for (;;) {
    const bytes = takeBytes(stream, changes)
    if (bytes) return bytes
    if (stream.isOver) return undefined
    await new Promise<void>((resolve) => {
      stream.wake = resolve
    })
  }
}

function takeBytes(stream: Stream, changes: CountedChanges): Uint8Array | undefined {
  const greeting = stream.greetings.shift()
  if (greeting) return greeting
  if (stream.isOver) return undefined
  const { place, bytes } = changes.read(stream.place)
  stream.place = place
  if (bytes) return bytes
  if (!stream.isDue) return undefined
  stream.isDue = false
  return comment
}

function wake(stream: Stream): void {
  stream.wake?.()
  stream.wake = undefined
}

const example = [
  'event: hello',
  'id: 4f9d0c1a-3',
  'data: {"unread":2,"failed":0}',
  '',
  'event: change',
  'id: 4f9d0c1a-4',
  'data: {"kind":"message","action":"created","id":12,"unread":3,"failed":0}',
  '',
  '',
].join('\n')
const liveOperation = operation('streamEvents', {
  text: 'Stream changes. Server-sent events: `hello` with the number of unread messages and failed mails, then a `change` whenever a record is created, updated or deleted, in any process (media items also when their uses change). With `Last-Event-ID` the missed events are sent first, or `reset` if they are no longer available: reload everything then. A comment is sent at least every 30 seconds. The stream ends with the session; each user can have 20 open streams.',
  answers: { 200: { description: 'The event stream.', stream: example } },
})

/**
 * `after` replaces `Last-Event-ID` for a window that takes over from another one, because scripts cannot set that
 * header.
 */
const liveQuery = z.object({
  after: z.string().max(128).optional().meta({
    description: 'Same as `Last-Event-ID`, for clients that cannot set headers.',
    example: '4f9d0c1a-3',
  }),
})

/** The event stream of changes, until the session ends. */
export function liveApi(services: Services) {
  const streams = createStreams(services, () => countFigures(services.db))
  return new Elysia({ tags: ['Activity'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/events',
      async ({ request, query: { after } }) => {
        const actor = requestActor(request)
        if (actor.is !== 'administrator') throw unauthorized()
        if (request.method === 'HEAD') return new Response(null, { headers })
        const listener = { session: actor.session, user: actor.user.id, signal: request.signal }
        const lastId = request.headers.get('last-event-id') ?? after ?? null
        return new Response(await streams.start(listener, lastId), { headers })
      },
      { query: liveQuery, detail: liveOperation },
    )
}

/** No proxy may buffer or cache it. */
const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

const counters = features.flatMap(({ api }) => Object.entries(api?.figures ?? {}))

async function countFigures(db: Database): Promise<Figures> {
  const counted = await Promise.all(counters.map(async ([name, count]) => [name, await count(db)] as const))
  return { unread: 0, failed: 0, ...Object.fromEntries(counted) }
}
