import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip'
export type Accepted = Record<Encoding, boolean>

const encodings = ['br', 'zstd', 'gzip'] as const
const none: Accepted = { br: false, zstd: false, gzip: false }
/** Characters: no browser sends a tenth of it, and reading what a server takes at most would cost milliseconds. */
const longest = 500
const known = new LRUCache<string, Accepted>({ max: 200 })

/** What an Accept-Encoding header allows. Browsers send few different ones: each is read once. */
export function acceptedEncodings(header: string | null): Accepted {
  if (header === null || header.length > longest) return none
  let accepted = known.get(header)
  if (!accepted) {
    const allowed = new Negotiator({ headers: { 'accept-encoding': header } }).encodings([...encodings])
    accepted = { br: allowed.includes('br'), zstd: allowed.includes('zstd'), gzip: allowed.includes('gzip') }
    known.set(header, accepted)
  }
  return accepted
}

/** What is quick enough to be done while a visitor waits: brotli, the slowest, only for those who take nothing else. */
export const compressNow = {
  br: (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(brotliCompressSync(bytes, { params: brotliParams(bytes, quickBrotli) })),
  zstd: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.zstdCompressSync(bytes, { level: 3 })),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(gzipSync(bytes, { level: 6 })),
}

export const quickBrotli = 5

export const brotliParams = ({ length }: Uint8Array, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
})
