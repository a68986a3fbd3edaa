import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import type { Figures } from '#platform/events/change-event'
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
  summary: 'Hear of changes as they happen',
  description:
    'Server-sent events: `hello` with the numbers of new messages and of mails that failed, then a `change` for each message, subscriber, mail, user, session, post, project, page or item of the library (`media`) that is created, updated or deleted, whichever process does it; an item is updated too when other records use it than before. With `Last-Event-ID` what was missed comes first, or `reset` where that is not known: then anything may have changed. A comment comes at least every 30 seconds. The stream ends with its session. One person has at most 20 at a time.',
  refusals: [429],
  answers: { 200: { description: 'The stream.', stream: example } },
})

/**
 * `after` replaces `Last-Event-ID` for a window that takes over from another one, because scripts cannot set that
 * header.
 */
const liveQuery = z.object({
  after: z.string().max(128).optional().meta({
    description: 'The same as `Last-Event-ID`, for those who cannot send it.',
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
