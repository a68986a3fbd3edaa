import { hasVersion, versionTag } from '#platform/writes/versions'

/** Of a list: how many there are, of which the answer may be a part. */
export const totalHeader = 'x-total-count'

const uncounted = new WeakSet<Request>()

/** Of a page that does not show it: whoever asks here does without the total, which takes longer the more there are. */
export const leaveUncounted = (request: Request): void => void uncounted.add(request)
export const isCounted = (request: Request): boolean => !uncounted.has(request)

/**
 * A public answer that caches may keep but must ask about: `no-cache` and an ETag, the record's version or else a hash
 * of the bytes; 304 to whoever holds it already.
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
    // What editors are told of a record goes beyond its versions: a tag that still fits does not say that all of it does.
    set.headers['cache-control'] = 'no-store'
    set.headers.etag = versionTag(response)
    return undefined
  }
  const etag = hasVersion(response) ? versionTag(response) : `"${Bun.hash(body + told(set)).toString(36)}"`
  set.headers['cache-control'] = 'no-cache'
  set.headers.etag = etag
  return isHeld(request, etag)
    ? new Response(null, { status: 304 })
    : new Response(body, { headers: { 'content-type': 'application/json;charset=utf-8' } })
}

const told = ({ headers }: { headers: Record<string, unknown> }) => String(headers[totalHeader] ?? '')

/** Whether whoever asks has the answer of this tag. */
export function isHeld(request: Request, etag: string): boolean {
  const tags =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag.replace(/^W\//, '')) || tags.includes('*')
}
