import { hasVersion, versionTag } from '#platform/writes/commit'

/** The total of a list, of which the response may be a page. */
export const totalHeader = 'x-total-count'

const uncounted = new WeakSet<Request>()

/** For screens that do not show the total, whose count takes longer the more rows there are. */
export const leaveUncounted = (request: Request): void => void uncounted.add(request)

export const isCounted = (request: Request): boolean => !uncounted.has(request)

/**
 * A public response that caches may store but must revalidate: `no-cache` and an ETag, the record's version or else a hash
 * of the bytes; 304 when `If-None-Match` has it.
 */
export function revalidated({
  response,
  request,
  set,
}: {
  response: unknown
  request: Request
  set: { headers: Record<string, unknown> }
}): Response | undefined {
  if (response instanceof Response) return undefined
  const body = JSON.stringify(response)
  if (hasVersion(response) && response.draft !== undefined) {
    // An editor's response holds more than the record's version covers, so a matching ETag would not prove it fresh.
    set.headers['cache-control'] = 'no-store'
    set.headers.etag = versionTag(response)
    return undefined
  }
  const etag = hasVersion(response) ? versionTag(response) : `"${Bun.hash(body + totalOf(set)).toString(36)}"`
  set.headers['cache-control'] = 'no-cache'
  set.headers.etag = etag
  return hasCurrentEtag(request, etag)
    ? new Response(null, { status: 304 })
    : new Response(body, { headers: { 'content-type': 'application/json;charset=utf-8' } })
}

const totalOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers[totalHeader] ?? '')

/** Whether `If-None-Match` has this ETag. */
export function hasCurrentEtag(request: Request, etag: string): boolean {
  const tags =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}
