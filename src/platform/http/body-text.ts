import { HttpError } from '#contract/http-error'

/**
 * Maximum bytes of the body of a request without a session: twelve for each character of the longest message,
 * escaped in a form (`%F0%9F%98%80`) or in JSON (`\ud83d\ude00`), and some for the other fields.
 */
export const largestPublicBody = 64 * 1024

/** The text of a body of at most `largest` bytes; '' without one. Throws 413, or 400 when it is not UTF-8. */
export async function readBodyText(request: Request, largest: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw new HttpError(413, 'errors.tooLarge')
  const bytes = await readBytes(request, largest)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'errors.malformed')
  }
}

/** Counts while reading, because a chunked body has no Content-Length. */
async function readBytes(request: Request, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > largest) throw new HttpError(413, 'errors.tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
