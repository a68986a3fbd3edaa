import { lookup, resolve4 } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { writeOut } from '#platform/storage/disk'
import { HttpError, invalid } from '#contract/http-error'
import type { Received } from './bodies'
import { codeOf } from '#platform/start-error'

let isOffline = false

/** Whether this process requests nothing from other servers, as in a public try-out. */
export function setOffline(offline: boolean): void {
  isOffline = offline
}

/** Name service and address rules for outgoing requests: tests inject their own. */
export type Network = {
  resolve(host: string): Promise<string[]>
  isPublic(address: string): boolean
  /** A certificate authority to trust beside the usual ones. */
  ca?: string
}

/** The name does not resolve. */
export class NoSuchName extends Error {}

/** An address of this machine or of a private network. Nothing was sent there. */
export class NotPublic extends Error {}

export const world: Network = {
  resolve: lookUp,
  isPublic,
}

/** The system resolver may report the same error for an unknown name and for a DNS server that does not answer: a second query tells them apart. */
function lookUp(host: string): Promise<string[]> {
  return lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => resolve4(host),
  )
}

type Question = {
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  network: Network
}

/**
 * Sends one http(s) request to the public network; redirects are for the caller to follow. The name is resolved once, all
 * its addresses are checked, and the connection goes to one of them: DNS rebinding cannot lead elsewhere in between.
 * Resolves with the headers. Throws `NoSuchName`, `NotPublic`, and errors of the connection.
 */
export async function requestPublic(
  url: URL,
  { method, headers, body, signal, network }: Question,
): Promise<IncomingMessage> {
  const judged = await resolveAllowedHost(url, network, signal)
  const [first] = judged
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'))
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        headers,
        signal,
        ca: network.ca,
        // An agent would reuse an open connection by host name, without the checked address.
        agent: false,
        lookup: (_, options, found) => (options.all ? found(null, judged) : found(null, first!.address, first!.family)),
      },
      resolve,
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/**
 * Resolves a host; all of its addresses are allowed. Throws `NoSuchName`, `NotPublic`, and errors of the name service.
 */
export async function resolveAllowedHost(url: URL, network: Network, signal: AbortSignal) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isOffline) throw new NotPublic(host)
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host, network, signal)
  if (addresses.length === 0) throw isLoopback(host) ? new NotPublic(host) : new NoSuchName(host)
  if (!addresses.every(network.isPublic)) throw new NotPublic(host)
  return addresses.map((address) => ({ address, family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4 }))
}

/** A lookup has its own timeouts, and cannot be aborted. */
async function addressesOf(host: string, network: Network, signal: AbortSignal): Promise<string[]> {
  // RFC 6761: `.invalid` never resolves, and must not be looked up.
  if (/(?:^|\.)invalid\.?$/.test(host)) throw new NoSuchName(host)
  if (isLoopback(host)) return ['127.0.0.1', '::1'].filter(network.isPublic)
  signal.throwIfAborted()
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([network.resolve(host), late.promise])
  } catch (error) {
    throw codeOf(error) === 'ENOTFOUND' ? new NoSuchName(host) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** RFC 6761: such a name is always this machine, whatever the name service returns. */
const isLoopback = (host: string): boolean => /(?:^|\.)localhost\.?$/i.test(host)

/** Whether an address is public: not of this machine or a private network, and no IPv4 address mapped to IPv6. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.parse(address)
  return plain.range() === 'unicast' && isAssigned(plain) && !isOwn(plain.toString())
}

/** The only globally routable IPv6 range: `::7f00:1`, for example, is an old form of 127.0.0.1. */
const global = ipaddr.IPv6.parseCIDR('2000::/3')

const isAssigned = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv4 || address.match(global)

/** Whether a host, as URLs have it, is always this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  isLoopback(hostname) || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Whether an address leads to this machine. */
export function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  return plain.range() === 'loopback' || isOwn(plain.toString())
}

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((own) =>
    own?.some((known) => ipaddr.isValid(known.address) && ipaddr.process(known.address).toString() === address),
  )

/** The addresses to which outgoing requests may connect: the public network, and the private networks in `allowed` (CIDRs). */
export function allowedNetwork(allowed: readonly string[]): Network {
  const ranges = allowed.map((text) => ipaddr.parseCIDR(text))
  const isAllowed = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const plain = ipaddr.process(address)
    return ranges.some((range) => plain.kind() === range[0].kind() && plain.match(range))
  }
  return { ...world, isPublic: (address) => isPublic(address) || isAllowed(address) }
}

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
