import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { ShownPage } from '#platform/visits/seen-page'
import type { CacheTag } from '#platform/events/events'
import type { CacheTags } from '#platform/cache/cache-tags'
import type { ExpiresAt } from './expires-at'
import { BoundedCache } from './bounded-cache'
import type { KnownOrigin } from './known-origins'
import { acceptedEncodings, brotliParams, compressNow, type Encoding, quickBrotli } from './encodings'

type Bytes = Uint8Array<ArrayBuffer>

/** A complete response, before it is cached. */
export type Answer = {
  status: number
  bytes: Bytes
  headers: Record<string, string>
  /** Quoted, the same in every encoding; without it each encoding gets a tag of its own, made from the content. */
  etag?: string
  /** As the log names it. */
  path: string
  /** Where it shows a page. */
  page?: ShownPage
  /** It says nothing that is worth room. */
  isEmpty?: boolean
}

export type CachedResponse = Answer & {
  key: string
  topics: readonly CacheTag[]
  stamp: string
  /** On the clock of `performance.now()`: something that it should show comes then. */
  until: number
  /** The content's hash, of one length always. */
  tag: string
  size: number
  forms: Partial<Record<Encoding | 'identity', Form>>
  /** The state of brotli compression, which starts with the second request for the response. */
  brotli: 'unasked' | 'asked' | 'begun'
  aliases: string[]
  /** Where it names the origin that it was made for. */
  origin?: KnownOrigin
}

/** Nothing else was written, and no more has come by itself, while these are what they were. */
export type CacheValidity = Pick<CachedResponse, 'stamp' | 'until'>

/** One encoding of an answer, ready to be sent. */
type Form = {
  bytes: Bytes
  init: { status: number; headers: Headers }
  notModified: { status: number; headers: Headers }
}

const brotli = promisify(brotliCompress)
const bestBrotli = 11
const mostWaiting = 100
const largestImproved = 512 * 1024
const collectAfter = 16 * 1024 * 1024
/** What the making of an answer leaves behind, beside its bytes. */
const leftByMaking = 96 * 1024
/** What an entry takes beside its bytes, and each of its forms: header objects above all. */
const entryOverhead = 3000
const formOverhead = 5000
const aliasOverhead = 200
const mostEntries = 10_000
const smallest = 200
const mostAliases = 8

/**
 * Complete responses as bytes, by key. A response is made once for concurrent requests, and served only while its cache
 * tags have the versions from before it was made: data read before a write never answers a request that came after it.
 * `mostBytes` bounds the whole cache. 404s are not cached, so that a flood of made-up paths cannot evict pages.
 */
export class ResponseCache {
  private readonly aliases = new Map<string, CachedResponse>()
  private readonly making = new Map<string, { stamp: string; made: Promise<Answer | Response> }>()
  private readonly cache: BoundedCache<CachedResponse>
  private waiting = 0
  private madeBytes = 0
  /** How often an answer was there, and had to be made. */
  hits = 0
  misses = 0
  private improving = Promise.resolve()

  constructor(
    private readonly cacheTags: CacheTags,
    private readonly horizon: ExpiresAt = () => Promise.resolve(Infinity),
    mostBytes = 64 * 1024 * 1024,
    /** Milliseconds until an answer is held to stay. */
    private readonly settling = 2000,
  ) {
    this.cache = new BoundedCache(mostBytes, mostEntries, ({ aliases }) =>
      aliases.forEach((name) => this.aliases.delete(name)),
    )
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

  /** By a name given with `alias`: one look-up for requests that come again and again. */
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
    topics: readonly CacheTag[],
    make: (holding: CacheValidity) => Promise<Answer | Response>,
  ): Promise<CachedResponse | Response> {
    if (!this.cacheTags.isSure()) await this.cacheTags.settle()
    const kept = this.find(key)
    if (kept) {
      this.hits++
      return kept
    }
    const stamp = this.cacheTags.stamp(topics)
    const current = this.making.get(key)
    if (current?.stamp === stamp) {
      const shared = await current.made
      if (!(shared instanceof Response)) {
        this.hits++
        return this.find(key) ?? this.toEntry(key, topics, stamp, shared)
      }
    }
    this.misses++
    // Data read after this query is valid until then at least.
    let until = 0
    const made = this.horizon(topics).then((end) => {
      until = end
      return make({ stamp, until })
    })
    const making = { stamp, made }
    this.making.set(key, making)
    try {
      const answer = await made
      if (answer instanceof Response) return answer
      const entry = this.toEntry(key, topics, stamp, answer, until)
      const mayBeKept = answer.status !== 404 && !answer.isEmpty
      if (mayBeKept && this.cacheTags.stamp(topics) === stamp) this.cache.put(entry)
      return entry
    } finally {
      if (this.making.get(key) === making) this.making.delete(key)
    }
  }

  /** A response that is not cached, in the same form. */
  toEntry(key: string, topics: readonly CacheTag[], stamp: string, answer: Answer, until = 0): CachedResponse {
    this.collect(leftByMaking + answer.bytes.length)
    const tag = Bun.hash(answer.bytes).toString(16).padStart(16, '0')
    const size = answer.bytes.length + key.length * 2 + entryOverhead
    return { ...answer, key, topics, stamp, until, tag, size, forms: {}, brotli: 'unasked', aliases: [] }
  }

  /** To a request with these headers. */
  respond(entry: CachedResponse, acceptEncoding: string | null, ifNoneMatch: string | null): Response {
    const { bytes, init, notModified } = this.form(entry, acceptEncoding)
    if (ifNoneMatch !== null && init.status === 200 && names(ifNoneMatch, entry)) return new Response(null, notModified)
    return new Response(bytes, init)
  }

  clear(): void {
    this.cache.clear()
  }

  /**
   * Most of what a page leaves behind lies outside the heap, where the collector does not see it pile up in a flood of
   * new addresses.
   */
  private collect(bytes: number): void {
    this.madeBytes += bytes
    if (this.madeBytes < collectAfter) return
    this.madeBytes = 0
    Bun.gc(false)
  }

  private fresh(entry: CachedResponse | undefined): CachedResponse | undefined {
    // Unsure is not stale: the entry may be served again once all notifications have been received.
    if (entry === undefined || !this.cacheTags.isSure()) return undefined
    if (
      this.cacheTags.stamp(entry.topics) !== entry.stamp ||
      (entry.until !== Infinity && entry.until <= performance.now())
    ) {
      this.cache.drop(entry)
      return undefined
    }
    return entry
  }

  /** Brotli is made in the background; until then a faster encoding is served, except to clients that accept no other. */
  private form(entry: CachedResponse, acceptEncoding: string | null): Form {
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

  private add(entry: CachedResponse, encoding: Encoding | 'identity', bytes: Bytes): Form {
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

  /** Made quickly from the second time on; once more, at the best quality, for what stays as it is. */
  private askForBrotli(entry: CachedResponse): void {
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

  /** One answer after the other, so that visitors keep their core. */
  private async improve(entry: CachedResponse): Promise<void> {
    this.waiting--
    if (this.cache.holds(entry) && this.cacheTags.stamp(entry.topics) === entry.stamp)
      await this.compress(entry, bestBrotli)
  }

  private async compress(entry: CachedResponse, quality: number): Promise<void> {
    try {
      const bytes = new Uint8Array(await brotli(entry.bytes, { params: brotliParams(entry.bytes, quality) }))
      if (bytes.length < (entry.forms.br?.bytes.length ?? Number.POSITIVE_INFINITY)) this.add(entry, 'br', bytes)
    } catch {
      // The existing encodings are still served.
    }
  }
}

/** Whether an If-None-Match header names the answer, in whatever encoding it was sent. */
function names(header: string, { etag, tag }: CachedResponse): boolean {
  if (header === '*') return true
  if (etag === undefined) return header.includes(`"${tag}`)
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
