import type { IncomingMessage } from 'node:http'
import { requestPublic, type Network, NoSuchName } from '#platform/http/public-network'
import type { LinkState } from '../contract'
import { stateOf } from '../store'
import type { HostPace } from './host-pace'

const mostRedirects = 10
/** Statuses that GET would return as well, so that it is not tried: unauthorized, rate limited. */
const final = [401, 429]

const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; link check)' }

export type LinkRequest = { network: Network; pace: HostPace; longest: number; stopping: AbortSignal }
export type LinkAnswer = { state: LinkState; status: number | null }

/** The final result of an external URL after redirects. Errors on the way leave it unsure. */
export async function requestLink(address: string, asking: LinkRequest): Promise<LinkAnswer> {
  let status: number | null = null
  try {
    let url: URL | undefined = new URL(address)
    for (let redirects = 0; url && redirects <= mostRedirects; redirects++) {
      const answer: IncomingMessage = await askOnce(url, asking)
      status = answer.statusCode ?? null
      const { location } = answer.headers
      const isMoved = status !== null && status >= 300 && status < 400 && location !== undefined
      if (!isMoved) return { state: stateOf(status ?? 0), status }
      url = targetOf(location, url)
    }
    return { state: 'unsure', status }
  } catch (error) {
    return error instanceof NoSuchName ? { state: 'broken', status: null } : { state: 'unsure', status }
  }
}

/** Not every server supports HEAD: a refusal is repeated as a GET with a browser's headers. */
async function askOnce(url: URL, asking: LinkRequest): Promise<IncomingMessage> {
  const head = await ask(url, 'HEAD', asking)
  const status = head.statusCode ?? 0
  return status < 400 || final.includes(status) ? head : ask(url, 'GET', asking)
}

async function ask(url: URL, method: 'HEAD' | 'GET', { network, pace, longest, stopping }: LinkRequest) {
  return pace.ask(url.hostname, stopping, async () => {
    const signal = AbortSignal.any([AbortSignal.timeout(longest), stopping])
    const answer = await requestPublic(url, { method, headers, signal, network })
    // Only the headers are needed.
    answer.destroy()
    return answer
  })
}

function targetOf(location: string, base: URL): URL | undefined {
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
