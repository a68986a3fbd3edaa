import type { AnyElysia } from 'elysia'
import type { Fetch } from '#client/query-client'
import { isStreamed, showRows } from '#platform/long-list'
import { leaveUncounted, totalHeader } from '#platform/http/revalidated'
import { securityHeaders } from '#platform/http/security-headers'
import type { Answer, Holding, CachedResponse, ResponseCache } from './response-cache'
import type { Services } from '#platform/services'
import type { PublicReads } from './public-reads'
import { asShown } from './shown'

/** Public reads of the API: kept as pages are, for visitors and for the rendering of pages alike. */
export function createPublicData({
  services,
  api,
  reads,
  kept,
  https,
}: {
  services: Services
  api: AnyElysia
  reads: PublicReads
  kept: ResponseCache
  https: boolean
}) {
  reads.checkAddresses(api.routes)
  const security = securityHeaders('data', { https })

  /** The answer to a visitor without a session; undefined for what is not kept. */
  async function read(path: string): Promise<CachedResponse | Response | undefined> {
    const topics = reads.topicsOfPath(path)
    return topics && kept.obtain(keyOf(path), topics, (holding) => make(path, holding))
  }

  /** The same for a page that does not show how many there are: beside it, where only counting tells that. */
  async function readUncounted(path: string): Promise<CachedResponse | Response | undefined> {
    const topics = isPart(path) && !kept.find(keyOf(path)) && reads.topicsOfPath(path)
    return topics
      ? kept.obtain(`uncounted ${keyOf(path)}`, topics, (holding) => make(path, holding, false))
      : read(path)
  }

  async function make(path: string, holding: Holding, isCounted = true): Promise<Answer | Response> {
    const { response, isStreamed: isLong } = await ask(path, isCounted)
    if (response.status !== 200) return response
    if (isLong) {
      response.headers.set('etag', tagOf(holding))
      response.headers.set('vary', 'Accept-Encoding, Cookie')
      return response
    }
    const total = response.headers.get(totalHeader)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      status: 200,
      bytes,
      // There is no end of parts that nothing is in: of categories with other names, of places after the last.
      isEmpty: isPart(path) && bytes.length === 2,
      etag: response.headers.get('etag') ?? undefined,
      headers: {
        ...security,
        'Content-Type': 'application/json;charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding, Cookie',
        ...(total === null ? {} : { 'X-Total-Count': total }),
      },
      path: path.replace(/\?.*/, ''),
    }
  }

  /** The API's answer, as visitors may see it. */
  async function ask(path: string, isCounted = true): Promise<{ response: Response; isStreamed: boolean }> {
    const request = new Request(`http://localhost${path}`)
    if (!isCounted) leaveUncounted(request)
    showRows(request, (rows) => asShown(services, rows))
    const response: Response = await api.handle(request)
    return isStreamed(request)
      ? { response, isStreamed: true }
      : { response: await shownWhole(response), isStreamed: false }
  }

  async function shownWhole(response: Response): Promise<Response> {
    if (response.status !== 200 || !response.headers.get('content-type')?.includes('json')) return response
    const text = await response.text()
    const answer: unknown = JSON.parse(text)
    const shown = await asShown(services, answer)
    const headers = new Headers(response.headers)
    if (shown === answer) return new Response(text, { headers })
    const changed = JSON.stringify(shown)
    // Whoever holds the answer as it was is told of the change; the version in front goes on telling what is written.
    const tag = headers.get('etag') ?? '""'
    headers.set('etag', tag.replace(/"$/, `-${Bun.hash(changed).toString(36)}"`))
    return new Response(changed, { headers })
  }

  /** The API's answer to whoever has a session: what visitors read too is shown as they see it. */
  async function readFor(request: Request, path: string): Promise<Response> {
    const isPublic = request.method === 'GET' && reads.topicsOfPath(path) !== undefined
    if (isPublic) showRows(request, (rows) => asShown(services, rows))
    const response: Response = await api.handle(request)
    return isPublic && !isStreamed(request) ? shownWhole(response) : response
  }

  const fetch: Fetch = async (path, _signal, { counted = false } = {}) => {
    const answer = (await (counted ? read(path) : readUncounted(path))) ?? (await ask(path, counted)).response
    return answer instanceof Response ? answer : new Response(answer.bytes, { headers: answer.headers })
  }

  return { read, readFor, fetch }
}

const keyOf = (path: string) => `api ${path}`

const isPart = (path: string) => /[?&]limit=/.test(path)

/** Names the answers of this process alone: the counters of another one stand elsewhere. */
const process = crypto.randomUUID()

/** Of an answer whose bytes nobody has seen when its headers are sent. */
const tagOf = ({ stamp, until }: Holding) => `W/"${Bun.hash(`${process} ${stamp} ${until}`).toString(36)}"`
