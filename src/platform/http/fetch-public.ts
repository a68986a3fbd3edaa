import type { IncomingMessage } from 'node:http'
import { writeOut } from '#platform/storage/write-out'
import { HttpError, invalid } from '#contract/http-error'
import type { Received } from './multipart-file'
import { requestPublic, type Network, NotPublic, world } from './public-network'

/** `isAllowed` decides which URLs may be fetched, redirects included; by default every `https://` URL. */
type Options = {
  path: string
  largest: number
  longest?: number
  isAllowed?: (url: URL) => boolean
} & Partial<Network>

const mostRedirects = 5

/** Downloads a URL of the public network to `path`. Throws 413 when it is too large, and 422 when it cannot be fetched. */
export async function fetchPublic(
  address: string,
  { path, largest, longest = 10_000, isAllowed = isSecure, ...network }: Options,
): Promise<Received> {
  const signal = AbortSignal.timeout(longest)
  let url = readUrl(address, isAllowed)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await ask(url, { ...world, ...network }, signal)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (status >= 300 && status < 400 && location !== undefined) {
      answer.destroy()
      url = readUrl(location, isAllowed, url)
    } else {
      if (status !== 200) {
        answer.destroy()
        throw fault('validation.notFetched')
      }
      return { ...(await take(answer, { path, largest, signal })), path, name: nameOf(url) }
    }
  }
  throw fault('validation.notFetched')
}

const isSecure = (url: URL) => url.protocol === 'https:'

function readUrl(address: string, isAllowed: (url: URL) => boolean, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !isAllowed(url) || url.username !== '' || url.password !== '')
    throw fault('validation.httpsUrl')
  return url
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'image/*, application/pdf', 'accept-encoding': 'identity' }
  try {
    return await requestPublic(url, { method: 'GET', headers, signal, network })
  } catch (error) {
    throw fault(error instanceof NotPublic ? 'validation.privateUrl' : 'validation.notFetched')
  }
}

async function take(
  answer: IncomingMessage,
  { path, largest, signal }: { path: string; largest: number; signal: AbortSignal },
) {
  try {
    if (Number(answer.headers['content-length'] ?? 0) > largest) throw tooLarge()
    return await writeOut(bounded(answer, largest, signal), path)
  } catch (error) {
    if (error instanceof HttpError || (error instanceof Error && 'syscall' in error)) throw error
    throw fault('validation.notFetched')
  } finally {
    answer.destroy()
  }
}

async function* bounded(answer: AsyncIterable<Uint8Array>, largest: number, signal: AbortSignal) {
  let bytes = 0
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(fault('validation.notFetched')), { once: true }),
  )
  late.catch(() => {})
  const pieces = answer[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([pieces.next(), late])
    if (next.done) return
    bytes += next.value.byteLength
    if (bytes > largest) throw tooLarge()
    yield next.value
  }
}

function nameOf({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

const tooLarge = () => new HttpError(413, 'errors.fileTooLarge')
const fault = (message: 'validation.httpsUrl' | 'validation.privateUrl' | 'validation.notFetched') =>
  invalid([{ path: 'url', message }])
