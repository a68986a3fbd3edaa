import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import type { Figures } from '#platform/events/change-event'
import { unauthorized } from '#contract/http-error'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { features } from '#app/features'
import { liveOperation } from './operation'
import { createStreams } from './streams'

/** `after` is what `Last-Event-ID` is, for a window that takes over from another one: no script can set that header. */
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
        return new Response(await streams.start(actor.session, request.headers.get('last-event-id') ?? after ?? null), {
          headers,
        })
      },
      { query: liveQuery, detail: liveOperation },
    )
}

/** Nothing on the way may hold it back, or keep it. */
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
