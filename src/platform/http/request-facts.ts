import { currentRequestContext } from '#platform/request-deadline'
import { type Actor, visitor } from '#platform/events/events'
import { forbidden } from '#contract/http-error'

/** Refuses unsafe cross-site requests (403), by the browser's `Origin` or `Sec-Fetch-Site` header. */
export function checkOrigin(request: Request): void {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isForeign =
    (origin !== null && origin !== requestOrigin(request)) ||
    (site !== null && site !== 'same-origin' && site !== 'none')
  if (isUnsafe(request.method) && isForeign) throw forbidden('errors.foreignOrigin')
}

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * Properties of a request determined by the request pipeline, which handlers must not read from headers or URL
 * themselves.
 */
type Facts = { address?: string; origin?: string; id?: string; actor?: Actor; keepOpen?: () => void }

const facts = new WeakMap<Request, Facts>()

/** The client's address: of the connection, or as a trusted proxy forwards it. */
export function setClientAddress(request: Request, address: string): void {
  learn(request, { address })
  const place = currentRequestContext()
  if (place) place.client = address
}
/** Also set for internal requests made on behalf of the visitor's. */
export const clientAddress = (request: Request): string =>
  facts.get(request)?.address ?? currentRequestContext()?.client ?? '127.0.0.1'

/** Scheme and host that the visitor used (`https://example.com`), as determined by the request pipeline. */
export const setOrigin = (request: Request, origin: string): void => learn(request, { origin })
export const requestOrigin = (request: Request): string => facts.get(request)?.origin ?? new URL(request.url).origin

/** The id under which a request is logged; error responses show it. */
export const setRequestId = (request: Request, id: string): void => learn(request, { id })

export function requestId(request: Request): string {
  const known = facts.get(request)?.id
  if (known) return known
  const id = crypto.randomUUID().slice(0, 8)
  learn(request, { id })
  return id
}

/** The actor of the request once it has been authenticated; a visitor before that and without a session. */
export const setRequestActor = (request: Request, actor: Actor): void => learn(request, { actor })
export const requestActor = (request: Request): Actor => facts.get(request)?.actor ?? visitor

export const setKeepOpen = (request: Request, keepOpen: () => void): void => learn(request, { keepOpen })
/** Disables the idle timeout of the connection for a long response. */
export const keepOpen = (request: Request): void => facts.get(request)?.keepOpen?.()

function learn(request: Request, news: Facts): void {
  facts.set(request, { ...facts.get(request), ...news })
}
