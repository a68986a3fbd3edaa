import type { CachedResponse } from '#app/response-cache/response-cache'
import type { Visit } from '#app/visit'

type Found = CachedResponse | Response | undefined
/** The response, or undefined to try the next handler. */
export type Handler = (visit: Visit) => Found | Promise<Found>

/** The response of the first handler that has one. */
export async function firstOf(handlers: readonly Handler[], visit: Visit): Promise<CachedResponse | Response> {
  for (const handler of handlers) {
    const found = await handler(visit)
    if (found) return found
  }
  throw new Error('The pages answer whatever no other handler does')
}
