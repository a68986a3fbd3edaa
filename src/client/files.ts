import { readAnswer } from './api-error'

/** Downloads `text` as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads the file at an address of the site. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

type SendFile = {
  /** A stale one is refused with 412. */
  version?: number
  idempotencyKey: string
  /** Sent before the file, so that the upload can be refused early. */
  fields?: Readonly<Record<string, string>>
  /** The uploaded share, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Posts one file as the field `file` and reports its progress; throws as `send` does. */
export async function sendFile<Answer>(
  path: string,
  file: File,
  { version, idempotencyKey, fields = {}, onProgress, signal }: SendFile,
): Promise<{ status: number; answer: Answer }> {
  // `fetch` reports no upload progress.
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('idempotency-key', idempotencyKey)
  if (version !== undefined) request.setRequestHeader('if-match', `"${version}"`)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file, file.name)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  request.addEventListener('load', () => resolve())
  for (const end of ['error', 'abort', 'timeout'])
    request.addEventListener(end, () => reject(new TypeError('The file did not arrive')))
  const stop = () => request.abort()
  signal?.throwIfAborted()
  signal?.addEventListener('abort', stop)
  request.send(body)
  await promise.finally(() => signal?.removeEventListener('abort', stop))
  const { status, statusText, responseText } = request
  return { status, answer: await readAnswer<Answer>(new Response(responseText, { status, statusText })) }
}
