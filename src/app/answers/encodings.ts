import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip'
export type Accepted = Record<Encoding, boolean>

const none: Accepted = { br: false, zstd: false, gzip: false }
const known = new Map<string, Accepted>()
const mostKnown = 200

/** What an Accept-Encoding header allows. Browsers send few different ones: each is read once. */
export function acceptedEncodings(header: string | null): Accepted {
  if (header === null) return none
  let accepted = known.get(header)
  if (!accepted) {
    const allowed = (encoding: Encoding) => new RegExp(`(^|[\\s,])${encoding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(header)
    accepted = { br: allowed('br'), zstd: allowed('zstd'), gzip: allowed('gzip') }
    if (known.size >= mostKnown) known.clear()
    if (header.length <= mostKnown) known.set(header, accepted)
  }
  return accepted
}

/** What is quick enough to be done while a visitor waits: brotli, the slowest, only for those who take nothing else. */
export const compressNow = {
  br: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(brotliCompressSync(bytes, { params: brotliParams(bytes, quickBrotli) })),
  zstd: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(Bun.zstdCompressSync(bytes, { level: 3 })),
  gzip: (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(gzipSync(bytes, { level: 6 })),
}

export const quickBrotli = 5

export const brotliParams = ({ length }: Uint8Array, quality: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
})
