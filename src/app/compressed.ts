import { gzipSync } from 'node:zlib'
import { acceptedEncodings } from './encodings'

const smallest = 1400

/** An answer of the API that is nobody else's: lists of an administrator grow long. */
export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { zstd, gzip } = acceptedEncodings(acceptEncoding)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!isJson || !(zstd || gzip)) return response
  const bytes = await response.bytes()
  const { status, headers } = response
  if (bytes.length < smallest) return new Response(bytes, { status, headers })
  headers.set('Content-Encoding', zstd ? 'zstd' : 'gzip')
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.delete('Content-Length')
  return new Response(new Uint8Array(zstd ? Bun.zstdCompressSync(bytes, { level: 3 }) : gzipSync(bytes, { level: 4 })), { status, headers })
}
