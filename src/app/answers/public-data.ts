import type { AnyElysia } from 'elysia'
import type { RouteQuery } from '#base/routing'
import type { Fetch } from '#base/query/client'
import { securityHeaders } from '#base/http/security-headers'
import type { Answer, KeptAnswer, KeptAnswers } from './kept-answers'

const readable = /^\/api\/(?:(blog)(?:\?limit=\d{1,3}|\/[\w-]{1,240})?|(projects)(?:\/[\w-]{1,240})?|(page-contents)\/[a-z]{1,20})$/
const topicOf: Record<string, string> = { '/api/blog': 'posts', '/api/projects': 'projects', '/api/page-contents': 'pages' }

/** What the answer to a public read of the API depends on; undefined for every other path. */
export function topicsOfPath(path: string): string[] | undefined {
  const found = readable.exec(path)
  return found ? [topicOf[`/api/${found[1] ?? found[2] ?? found[3]}`] ?? ''] : undefined
}

export const topicsOfQueries = (queries: RouteQuery[]): string[] =>
  [...new Set(queries.map(({ queryKey }) => topicOf[String(queryKey[0])] ?? ''))].filter((topic) => topic !== '').toSorted()

/** Public reads of the API: kept as pages are, for visitors and for the rendering of pages alike. */
export function createPublicData(api: AnyElysia, kept: KeptAnswers, https: boolean) {
  const security = securityHeaders('data', { https })

  /** The answer to a visitor without a session; undefined for what is not kept. */
  async function read(path: string): Promise<KeptAnswer | Response | undefined> {
    const topics = topicsOfPath(path)
    return topics && kept.obtain(`api ${path}`, topics, () => make(path))
  }

  async function make(path: string): Promise<Answer | Response> {
    const response: Response = await api.handle(new Request(`http://localhost${path}`))
    if (response.status !== 200) return response
    return {
      status: 200,
      bytes: new Uint8Array(await response.arrayBuffer()),
      etag: response.headers.get('etag') ?? undefined,
      headers: { ...security, 'Content-Type': 'application/json;charset=utf-8', 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' },
      path: path.replace(/\?.*/, ''),
    }
  }

  const fetch: Fetch = async (path) => {
    const answer = await read(path) ?? await api.handle(new Request(`http://localhost${path}`))
    return answer instanceof Response ? answer : new Response(answer.bytes)
  }

  return { read, fetch }
}
