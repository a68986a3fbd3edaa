import Negotiator from 'negotiator'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'zstd' | 'gzip'
type Accepted = Record<Encoding, boolean> & {
  /** The identity encoding is acceptable too. */
  plain: boolean
}

const all = ['br', 'zstd', 'gzip'] as const
const none: Accepted = { br: false, zstd: false, gzip: false, plain: true }
/**
 * Characters: far longer than any browser's header, and parsing the maximum that a server accepts would take
 * milliseconds.
 */
const longest = 500
const known = new Map<string, Accepted>()
const mostKnown = 200

/**
 * The `offered` encodings with the highest weight in an Accept-Encoding header; none if it prefers identity. Browsers
 * send few different headers, so results are cached.
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

/** The package's types do not include the option. */
type WithPreference = {
  encoding(available: readonly string[], options?: { preferred: readonly string[] }): string | undefined
}

function readHeader(header: string, offered: readonly Encoding[]): Accepted {
  const negotiator: WithPreference = new Negotiator({ headers: { 'accept-encoding': header } })
  // The first one preferred among equals cannot be beaten.
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

const smallest = 1400
const asSent: Encoding[] = ['zstd', 'gzip']

/** Compresses JSON or HTML that is not cached, such as an administrator's long lists, or the results of a search. */
export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { br, zstd, gzip, plain } = acceptedEncodings(acceptEncoding)
  const isText = /^(application\/json|text\/html)\b/.test(response.headers.get('content-type') ?? '')
  const encoding = zstd ? 'zstd' : gzip ? 'gzip' : br ? 'br' : undefined
  if (!isText || !encoding) return response
  const bytes = await response.bytes()
  const { status, headers } = response
  if (bytes.length < smallest && plain) return new Response(bytes, { status, headers })
  return new Response(compressNow[encoding](bytes), { status, headers: encoded(headers, encoding) })
}

/** Compresses a streamed response. Brotli is too slow for such long lists. */
export function compressedAsSent(response: Response, acceptEncoding: string | null): Response {
  const { zstd, gzip } = acceptedEncodings(acceptEncoding, asSent)
  const encoding = zstd ? 'zstd' : gzip ? 'gzip' : undefined
  const { body, status, headers } = response
  if (!encoding || !body) return response
  // The DOM types do not include zstd.
  const compressing = new CompressionStream(encoding as CompressionFormat)
  return new Response(body.pipeThrough(compressing), { status, headers: encoded(headers, encoding) })
}

function encoded(headers: Headers, encoding: Encoding): Headers {
  headers.set('Content-Encoding', encoding)
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.delete('Content-Length')
  return headers
}
