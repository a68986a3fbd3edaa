import Negotiator from 'negotiator'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip'
export type Accepted = Record<Encoding, boolean> & {
  /** No encoding at all is allowed too. */
  plain: boolean
}

const all = ['br', 'zstd', 'gzip'] as const
const none: Accepted = { br: false, zstd: false, gzip: false, plain: true }
/** Characters: no browser sends a tenth of it, and reading what a server takes at most would cost milliseconds. */
const longest = 500
const known = new Map<string, Accepted>()
const mostKnown = 200

/**
 * Which of the `offered` encodings an Accept-Encoding header weighs the most, all of one weight; none where it would
 * rather have no encoding. Browsers send few different headers: each is read once.
 */
export function acceptedEncodings(header: string | null, offered: readonly Encoding[] = all): Accepted {
  if (header === null || header.length > longest) return none
  const key = offered === all ? header : `${offered.join()} ${header}`
  let accepted = known.get(key)
  if (!accepted) {
    accepted = readHeader(header, offered)
    if (known.size >= mostKnown) known.clear()
    known.set(key, accepted)
  }
  return accepted
}

/** Its types do not know the option. */
type WithPreference = {
  encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined
}

function readHeader(header: string, offered: readonly Encoding[]): Accepted {
  const negotiator: WithPreference = new Negotiator({ headers: { 'accept-encoding': header } })
  // What comes first when it is preferred among equals has no better.
  const isBest = (name: Encoding) =>
    offered.includes(name) && negotiator.encoding([...offered, 'identity'], { preferred: [name] }) === name
  return {
    br: isBest('br'),
    zstd: isBest('zstd'),
    gzip: isBest('gzip'),
    plain: negotiator.encoding(['identity']) !== undefined,
  }
}

/** Compression fast enough for a waiting visitor: brotli, the slowest, only for clients that accept nothing else. */
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
