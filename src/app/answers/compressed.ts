import { acceptedEncodings, compressNow } from './encodings'

const smallest = 1400

/** An answer of the API that is nobody else's: lists of an administrator grow long. */
export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
  const { br, zstd, gzip } = acceptedEncodings(acceptEncoding)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const encoding = zstd ? 'zstd' : gzip ? 'gzip' : br ? 'br' : undefined
  if (!isJson || !encoding) return response
  const bytes = await response.bytes()
  const { status, headers } = response
  if (bytes.length < smallest) return new Response(bytes, { status, headers })
  headers.set('Content-Encoding', encoding)
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.delete('Content-Length')
  return new Response(compressNow[encoding](bytes), { status, headers })
}
