import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { BoundedCache } from './bounded-cache'
import { acceptedEncodings, brotliParams, compressNow, type Encoding, quickBrotli } from './encodings'

export type Bytes = Uint8Array<ArrayBuffer>

/** One encoding of a response, ready to be sent. */
type Form = {
  bytes: Bytes
  init: { status: number; headers: Headers }
  notModified: { status: number; headers: Headers }
}

export type Encoded = {
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
export class EncodedForms<Cached extends Entry> {
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
