import type { AnyElysia } from 'elysia'
import type { Fetch } from '#base/query/client'
import { totalHeader } from '#base/http/revalidated'
import { securityHeaders } from '#base/http/security-headers'
import type { Answer, KeptAnswer, KeptAnswers } from './kept-answers'
import type { Services } from '#base/services'
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
  kept: KeptAnswers
  https: boolean
}) {
  reads.checkAddresses(api.routes)
  const security = securityHeaders('data', { https })

  /** The answer to a visitor without a session; undefined for what is not kept. */
  async function read(path: string): Promise<KeptAnswer | Response | undefined> {
    const topics = reads.topicsOfPath(path)
    return topics && kept.obtain(`api ${path}`, topics, () => make(path))
  }

  async function make(path: string): Promise<Answer | Response> {
    const response = await ask(path)
    if (response.status !== 200) return response
    const total = response.headers.get(totalHeader)
    return {
      status: 200,
      bytes: new Uint8Array(await response.arrayBuffer()),
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
  async function ask(path: string): Promise<Response> {
    const response: Response = await api.handle(new Request(`http://localhost${path}`))
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

  const fetch: Fetch = async (path) => {
    const answer = (await read(path)) ?? (await ask(path))
    return answer instanceof Response ? answer : new Response(answer.bytes, { headers: answer.headers })
  }

  return { read, fetch }
}
