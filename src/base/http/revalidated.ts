import { hasVersion, versionTag } from '#base/writes/versions'

/** Of a list: how many there are, of which the answer may be a part. */
export const totalHeader = 'x-total-count'

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
  return holds(request, etag)
    ? new Response(null, { status: 304 })
    : new Response(body, { headers: { 'content-type': 'application/json;charset=utf-8' } })
}

const told = ({ headers }: { headers: Record<string, unknown> }) => String(headers[totalHeader] ?? '')

function holds(request: Request, etag: string): boolean {
  const tags =
    request.headers
      .get('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
