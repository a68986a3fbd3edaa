import { acceptedEncodings, compressNow, type Encoding } from './encodings'

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
