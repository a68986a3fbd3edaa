import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { isAdminPath } from '#app/shell/routes'
import type { Visit } from '#app/visit'
import { withQuery } from '#text/urls'
import { type Inline, securityHeaders } from '#platform/http/security-headers'
import type { ShownPage } from '#platform/visits/visit-rows'

export function redirect(visit: Visit, status: 303 | 308, location: string): Response {
  const isAdmin = isAdminPath(visit.path)
  return new Response(null, {
    status,
    headers: {
      ...securityHeaders('data', visit.origin),
      Location: location,
      'Cache-Control': status === 308 && !isAdmin ? 'no-cache' : 'no-store',
      ...(isAdmin ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  })
}

/** Appends the visitor's query to a cached redirect, which has none. */
export function withSearch(made: CachedResponse | Response, search: string): CachedResponse | Response {
  if (made instanceof Response || made.status !== 301 || search === '') return made
  return new Response(null, {
    status: 301,
    headers: { ...made.headers, Location: withQuery(made.headers.Location ?? '', search) },
  })
}

/** Not cacheable by browsers: a redirect may end, and its path be taken by another page. */
export const movedAnswer = (visit: Visit, to: string): Answer => ({
  status: 301,
  bytes: new Uint8Array(),
  headers: {
    ...securityHeaders('data', visit.origin),
    Location: to,
    'Cache-Control': 'no-cache',
  },
  path: visit.path,
})

/** The canonical path, however the URL is spelled. */
export function shownPage({ path, language }: Visit): ShownPage {
  try {
    return { path: decodeURI(path), language }
  } catch {
    return { path, language }
  }
}

export function toAnswer(visit: Visit, status: number, html: string, headers: Record<string, string>): Answer {
  return { status, bytes: new TextEncoder().encode(html), headers, path: visit.path }
}

export function headersOf(
  { origin, language }: Visit,
  policy: 'site' | 'admin',
  inline: Inline,
): Record<string, string> {
  return {
    ...securityHeaders(policy, origin, inline),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding, Cookie',
  }
}
