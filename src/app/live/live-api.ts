import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import type { Figures } from '#platform/events/changes'
import { unauthorized } from '#contract/http-error'
import { operation } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { features } from '#app/features'
import { createStreams } from './streams'

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
  const streams = createStreams(services, () => countAll(services.db))
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

async function countAll(db: Database): Promise<Figures> {
  const counted = await Promise.all(counters.map(async ([name, count]) => [name, await count(db)] as const))
  return { unread: 0, failed: 0, ...Object.fromEntries(counted) }
}
