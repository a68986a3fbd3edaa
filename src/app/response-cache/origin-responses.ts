import type { CacheTag } from '#platform/events/events'
import { KnownOrigins } from './known-origins'
import type { Answer, CachedResponse, ResponseCache } from './response-cache'
import { fillIn } from './template'

/** A placeholder for the visitor's host, which occurs nowhere else. It has a port, so that URLs keep it when it is replaced. */
const standIn = 'b5f3c09e-any-host.invalid:9'
const mark = /(b5f3c09e-any-host\.invalid(?::|%3A)9)/

export type OriginResponses = ReturnType<typeof createOriginResponses>

/**
 * Cached responses that contain the origin at which they are requested. A few origins have their own; for all others one
 * response is made with a placeholder, which is replaced for each request: a flood of made-up hosts costs neither renders
 * nor memory.
 */
export function createOriginResponses(responseCache: ResponseCache) {
  const origins = new KnownOrigins()

  /** `make` receives the request's origin, or the placeholder. */
  return async function obtain<Place extends { origin: string }>(
    place: Place,
    name: string,
    tags: readonly CacheTag[],
    make: (place: Place) => Promise<Answer | Response>,
  ): Promise<CachedResponse | Response> {
    const { origin } = place
    const obtainAt = (one: Place) => responseCache.obtain(`${one.origin} ${name}`, tags, () => make(one))
    if (origin.endsWith(standIn)) return obtainAt(place)
    const known = origins.find(origin)
    if (known) {
      const response = await obtainAt(place)
      if (!(response instanceof Response)) response.origin = known
      return response
    }
    const { protocol, host } = new URL(origin)
    const shared = await obtainAt({ ...place, origin: `${protocol}//${standIn}` })
    if (!(shared instanceof Response)) {
      const bytes = fillIn(shared.bytes, mark, (found) => (found === standIn ? host : encodeURIComponent(host)))
      return responseCache.toEntry(name, tags, shared.stamp, { ...shared, bytes })
    }
    // A streamed response belongs to one visitor.
    await shared.body?.cancel()
    const own = await make(place)
    return own instanceof Response ? own : responseCache.toEntry(name, tags, '', own)
  }
}
