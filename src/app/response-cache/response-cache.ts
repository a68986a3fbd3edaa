import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { ShownPage } from '#platform/visits/visit-rows'
import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from '#platform/cache/cache-tags'
import { noteGarbage } from '#platform/garbage-collection'
import type { ExpiresAt } from './expires-at'
import { BoundedCache } from './bounded-cache'
import { acceptedEncodings, brotliParams, compressNow, type Encoding, quickBrotli } from './encodings'

type Bytes = Uint8Array<ArrayBuffer>

/** One encoding of a response, ready to be sent. */
type Form = {
  bytes: Bytes
  init: { status: number; headers: Headers }
  notModified: { status: number; headers: Headers }
}

type Encoded = {
  /** The content's hash, always of the same length. */
  tag: string
  forms: Partial<Record<Encoding | 'identity', Form>>
  /** The state of brotli compression, which starts with the second request for the response. */
  brotli: 'unasked' | 'asked' | 'begun'
}

type Entry = Encoded & {
  key: string
  size: number
  status: number
  bytes: Bytes
  headers: Record<string, string>
  etag?: string
}

const brotli = promisify(brotliCompress)
const bestBrotli = 11
const mostWaiting = 100
const largestImproved = 512 * 1024
/** Estimated overhead in bytes of each encoding: mainly header objects. */
const formOverhead = 5000
const smallest = 200

/** The encodings of the responses in `cache`, each made when it is asked for first. */
class EncodedForms<Cached extends Entry> {
  private waiting = 0
  private improving = Promise.resolve()

  constructor(
    private readonly cache: BoundedCache<Cached>,
    private readonly isCurrent: (entry: Cached) => boolean,
    private readonly settling: number,
  ) {}

  /** Brotli is made in the background; until then a faster encoding is served, except to clients that accept no other. */
  of(entry: Cached, acceptEncoding: string | null): Form {
    const accepted = acceptedEncodings(acceptEncoding)
    if (entry.bytes.length >= smallest || !accepted.plain) {
      if (accepted.br) {
        if (entry.brotli !== 'begun') this.askForBrotli(entry)
        if (entry.forms.br) return entry.forms.br
      }
      if (accepted.zstd) return entry.forms.zstd ?? this.add(entry, 'zstd', compressNow.zstd(entry.bytes))
      if (accepted.gzip) return entry.forms.gzip ?? this.add(entry, 'gzip', compressNow.gzip(entry.bytes))
      if (accepted.br) return this.add(entry, 'br', compressNow.br(entry.bytes))
    }
    return entry.forms.identity ?? this.add(entry, 'identity', entry.bytes)
  }

  private add(entry: Cached, encoding: Encoding | 'identity', bytes: Bytes): Form {
    const isEncoded = encoding !== 'identity'
    const before = entry.forms[encoding]
    const suffix = isEncoded ? `-${encoding}${before ? '-best' : ''}` : ''
    const headers = new Headers({ ...entry.headers, ETag: entry.etag ?? `"${entry.tag}${suffix}"` })
    const notModified = new Headers(headers)
    notModified.delete('Content-Type')
    if (isEncoded) headers.set('Content-Encoding', encoding)
    const form: Form = {
      bytes,
      init: { status: entry.status, headers },
      notModified: { status: 304, headers: notModified },
    }
    entry.forms[encoding] = form
    const grown = (isEncoded ? bytes.length : 0) + formOverhead
    this.cache.grow(entry, before ? bytes.length - before.bytes.length : grown)
    return form
  }

  /** Compressed at low quality on the second request, and again at the best quality once it is stable. */
  private askForBrotli(entry: Cached): void {
    if (!this.cache.holds(entry)) return
    if (entry.brotli === 'unasked') {
      entry.brotli = 'asked'
      return
    }
    entry.brotli = 'begun'
    if (!entry.forms.br) void this.compress(entry, quickBrotli)
    if (this.waiting === mostWaiting || entry.bytes.length > largestImproved) return
    this.waiting++
    setTimeout(() => {
      this.improving = this.improving.then(() => this.improve(entry))
    }, this.settling).unref()
  }

  /** One after the other, to leave a core for visitors. */
  private async improve(entry: Cached): Promise<void> {
    this.waiting--
    if (this.cache.holds(entry) && this.isCurrent(entry)) await this.compress(entry, bestBrotli)
  }

  private async compress(entry: Cached, quality: number): Promise<void> {
    try {
      const bytes = new Uint8Array(await brotli(entry.bytes, { params: brotliParams(entry.bytes, quality) }))
      if (bytes.length < (entry.forms.br?.bytes.length ?? Number.POSITIVE_INFINITY)) this.add(entry, 'br', bytes)
    } catch {
      // The existing encodings are still served.
    }
  }
}

/** A complete response, before it is cached. */
export type Answer = {
  status: number
  bytes: Bytes
  headers: Record<string, string>
  /** Quoted, the same for every encoding; without it each encoding gets an ETag of its own, from the content. */
  etag?: string
  /** The path in the log. */
  path: string
  /** Set if it is a page. */
  page?: ShownPage
  /** Not worth caching. */
  isEmpty?: boolean
}

export type CachedResponse = Answer &
  Encoded & {
    key: string
    tags: readonly CacheTag[]
    stamp: string
    /** By the clock of `performance.now()`: then scheduled content changes it. */
    until: number
    size: number
    aliases: string[]
    /** Set if it contains the origin. */
    origin?: { isUsed: boolean }
  }

/**
 * The response is current as long as these are unchanged: nothing was written, and no scheduled content has become
 * public.
 */
export type CacheValidity = Pick<CachedResponse, 'stamp' | 'until'>

/** Estimated overhead in bytes of an entry, and of an alias. */
const entryOverhead = 3000
const aliasOverhead = 200
const mostEntries = 10_000
const mostAliases = 8

/**
 * Complete responses as bytes, by key. A response is made once for concurrent requests, and served only while its cache
 * tags have the versions from before it was made: data read before a write never answers a request that came after it.
 * `mostBytes` bounds the whole cache. 404s are not cached, so that a flood of made-up paths cannot evict pages.
 */
export class ResponseCache {
  private readonly aliases = new Map<string, CachedResponse>()
  private readonly making = new Map<string, { stamp: string; answer: Promise<Answer | Response> }>()
  private readonly cache: BoundedCache<CachedResponse>
  private readonly forms: EncodedForms<CachedResponse>
  /** Cache hits and misses. */
  hits = 0
  misses = 0

  constructor(
    private readonly cacheTags: CacheTags,
    private readonly expiresAt: ExpiresAt = () => Promise.resolve(Infinity),
    mostBytes = 64 * 1024 * 1024,
    /** Milliseconds after which a response counts as stable. */
    settling = 2000,
  ) {
    this.cache = new BoundedCache(mostBytes, mostEntries, ({ aliases }) =>
      aliases.forEach((name) => this.aliases.delete(name)),
    )
    this.forms = new EncodedForms(this.cache, ({ tags, stamp }) => cacheTags.stamp(tags) === stamp, settling)
  }

  get bytes(): number {
    return this.cache.bytes
  }

  get count(): number {
    return this.cache.count
  }

  find(key: string): CachedResponse | undefined {
    return this.fresh(this.cache.get(key))
  }

  /** By an alias: one look-up for repeated requests. */
  findAlias(name: string): CachedResponse | undefined {
    const entry = this.fresh(this.aliases.get(name))
    if (entry) {
      this.hits++
      this.cache.noteUse(entry)
      if (entry.origin) entry.origin.isUsed = true
    }
    return entry
  }

  alias(name: string, entry: CachedResponse): void {
    if (entry.aliases.length >= mostAliases || !this.cache.holds(entry) || this.aliases.has(name)) return
    entry.aliases.push(name)
    this.aliases.set(name, entry)
    this.cache.grow(entry, name.length * 2 + aliasOverhead)
  }

  /**
   * The cached response, or the one that `make` makes: once for concurrent requests. It is cached unless something was
   * written meanwhile, and until the next scheduled record goes live; never a 404 or an empty one. A `Response` (a page or
   * list that is still streaming) belongs to one visitor; the requests that waited for it make their own. `make` receives
   * the validity of the response.
   */
  async obtain(
    key: string,
    tags: readonly CacheTag[],
    make: (validity: CacheValidity) => Promise<Answer | Response>,
  ): Promise<CachedResponse | Response> {
    if (!this.cacheTags.isCurrent()) await this.cacheTags.settle()
    const cached = this.find(key)
    if (cached) {
      this.hits++
      return cached
    }
    const stamp = this.cacheTags.stamp(tags)
    const current = this.making.get(key)
    if (current?.stamp === stamp) {
      const shared = await current.answer
      if (!(shared instanceof Response)) {
        this.hits++
        return this.find(key) ?? this.toEntry(key, tags, stamp, shared)
      }
    }
    this.misses++
    // Data read after this query is valid until then at least.
    let until = 0
    const pending = this.expiresAt(tags).then((end) => {
      until = end
      return make({ stamp, until })
    })
    const making = { stamp, answer: pending }
    this.making.set(key, making)
    try {
      const answer = await pending
      if (answer instanceof Response) return answer
      const entry = this.toEntry(key, tags, stamp, answer, until)
      const mayBeKept = answer.status !== 404 && !answer.isEmpty
      if (mayBeKept && this.cacheTags.stamp(tags) === stamp) this.cache.put(entry)
      return entry
    } finally {
      if (this.making.get(key) === making) this.making.delete(key)
    }
  }

  /** A response that is not cached, in the same form. */
  toEntry(key: string, tags: readonly CacheTag[], stamp: string, answer: Answer, until = 0): CachedResponse {
    noteGarbage(answer.bytes.length)
    const tag = Bun.hash(answer.bytes).toString(16).padStart(16, '0')
    const size = answer.bytes.length + key.length * 2 + entryOverhead
    return { ...answer, key, tags, stamp, until, tag, size, forms: {}, brotli: 'unasked', aliases: [] }
  }

  /** The response to a request with these headers. */
  respond(entry: CachedResponse, acceptEncoding: string | null, ifNoneMatch: string | null): Response {
    const { bytes, init, notModified } = this.forms.of(entry, acceptEncoding)
    if (ifNoneMatch !== null && init.status === 200 && names(ifNoneMatch, entry)) return new Response(null, notModified)
    return new Response(bytes, init)
  }

  clear(): void {
    this.cache.clear()
  }

  private fresh(entry: CachedResponse | undefined): CachedResponse | undefined {
    // Unsure is not stale: the entry may be served again once all notifications have been received.
    if (entry === undefined || !this.cacheTags.isCurrent()) return undefined
    if (
      this.cacheTags.stamp(entry.tags) !== entry.stamp ||
      (entry.until !== Infinity && entry.until <= performance.now())
    ) {
      this.cache.drop(entry)
      return undefined
    }
    return entry
  }
}

/** Whether an If-None-Match header contains the response's tag, in any encoding. */
function names(header: string, { etag, tag }: CachedResponse): boolean {
  if (header === '*') return true
  if (etag === undefined) return header.includes(`"${tag}`)
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
