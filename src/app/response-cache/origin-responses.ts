import type { CacheTag } from '#platform/events/events'
import type { Answer, CachedResponse, ResponseCache } from './response-cache'
import type { Config } from '#platform/config'
import type { Language } from '#i18n/language'
import { dataHeaders } from '#platform/http/security-headers'

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

/** A text file for programs, cached as pages are. */
export const textAnswer = (
  path: string,
  text: string,
  { config, type, language }: { config: Pick<Config, 'siteUrl'>; type: string; language?: Language },
): Answer => ({
  status: 200,
  bytes: new TextEncoder().encode(text),
  headers: {
    ...dataHeaders(config),
    'Content-Type': `${type}; charset=utf-8`,
    ...(language ? { 'Content-Language': language } : {}),
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
  },
  path,
})

/** One of the origins whose responses are cached. */
type KnownOrigin = { isUsed: boolean }

const most = 5
/** Milliseconds. */
const idle = 60_000

/**
 * The few origins whose responses are cached. Without SITE_URL a site answers under any host; made-up hosts only displace
 * origins that have not been used lately.
 */
export class KnownOrigins {
  private readonly known = new Map<string, KnownOrigin>()
  private lookedThrough: number

  constructor(private readonly now: () => number = () => performance.now()) {
    this.lookedThrough = now()
  }

  /** undefined where responses for the origin are not cached. */
  find(origin: string): KnownOrigin | undefined {
    if (!this.known.has(origin) && this.known.size >= most) this.dropUnused()
    if (!this.known.has(origin) && this.known.size < most) this.known.set(origin, { isUsed: true })
    const found = this.known.get(origin)
    if (found) found.isUsed = true
    return found
  }

  private dropUnused(): void {
    if (this.now() - this.lookedThrough < idle) return
    this.lookedThrough = this.now()
    for (const [origin, one] of this.known) {
      if (one.isUsed) one.isUsed = false
      else this.known.delete(origin)
    }
  }
}

type Bytes = Uint8Array<ArrayBuffer>

/** A template is split once, however often it is filled in. */
const parted = new WeakMap<Bytes, (Bytes | string)[]>()
const encoder = new TextEncoder()

/** Replaces the matches of `pattern`, which has one group, in `template` by `valueOf`. */
function fillIn(template: Bytes, pattern: RegExp, valueOf: (found: string) => string): Bytes {
  const parts = parted.getOrInsertComputed(template, () => {
    const texts = new TextDecoder().decode(template).split(pattern)
    return texts.map((text, index) => (index % 2 === 0 ? encoder.encode(text) : text))
  })
  const pieces = parts.map((piece) => (typeof piece === 'string' ? encoder.encode(valueOf(piece)) : piece))
  return Bun.concatArrayBuffers(pieces, Infinity, true)
}
