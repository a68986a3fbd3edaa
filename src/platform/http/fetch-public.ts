import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import ipaddr from 'ipaddr.js'
import { writeOut } from '#platform/storage/write-out'
import { HttpError, invalid } from '#contract/http-error'
import type { Received } from './multipart-file'

type Options = { path: string; largest: number; longest?: number } & Partial<Network>
/** The world that is asked: tests have their own. */
export type Network = {
  resolve(host: string): Promise<string[]>
  isPublic(address: string): boolean
  /** Whom to trust beside the usual authorities. */
  ca?: string
}

const mostRedirects = 5

const world: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  isPublic,
}

/**
 * Writes to `path` what is at a `https://` address of the public network. Every name on the way is looked up once, all its
 * addresses are judged, and one of those is asked: no answer of the name service can lead elsewhere in between. Throws
 * 413, and 422 for what cannot be had.
 */
export async function fetchPublic(
  address: string,
  { path, largest, longest = 10_000, ...network }: Options,
): Promise<Received> {
  const signal = AbortSignal.timeout(longest)
  let url = readUrl(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await ask(url, { ...world, ...network }, signal)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (status >= 300 && status < 400 && location !== undefined) {
      answer.destroy()
      url = readUrl(location, url)
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

function readUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw fault('validation.httpsUrl')
  return url
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(host) ? [host] : await network.resolve(host).catch(() => [])
  if (signal.aborted || addresses.length === 0) throw fault('validation.notFetched')
  if (!addresses.every(network.isPublic)) throw fault('validation.privateUrl')
  const judged = addresses.map((address) => ({ address, family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4 }))
  const [first] = judged
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        signal,
        ca: network.ca,
        headers: { accept: 'image/*, application/pdf', 'accept-encoding': 'identity' },
        lookup: (_, options, found) => (options.all ? found(null, judged) : found(null, first!.address, first!.family)),
      },
      resolve,
    )
    asked.on('error', () => reject(fault('validation.notFetched')))
    asked.end()
  })
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

/** Of everybody's network: not this machine's, not a neighbour's, however it is written. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
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
