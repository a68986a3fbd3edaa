import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, readAnswer } from './api-error'

/** `counted`: the total of a paged list is needed. */
export type Fetch = (path: string, signal?: AbortSignal, meta?: { counted?: true }) => Promise<Response>

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Statuses that are read as null. */
      nullOn?: number[]
      /** A page of a list, read together with the total. */
      counted?: true
      /** Fields of the rows that the page does not show: they are not sent with the document. */
      unshown?: readonly string[]
    }
  }
}

/**
 * The query client, on both sides: the query key is the URL (`['/api/blog', 'a-slug']`, `['/api/blog', { limit: 3 }]`),
 * requested by `fetch`: the browser's, or the API in process on the server, where a client exists for `oneRender` and
 * has a deadline.
 */
export function createQueryClient(fetch: Fetch, { oneRender = false }: { oneRender?: boolean } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal, meta }) => {
          const response = await fetch(keyToPath(queryKey), signal, meta)
          if (meta?.nullOn?.includes(response.status)) return null
          const answer = await readAnswer(response)
          return meta?.counted ? { rows: answer, total: totalOf(response, answer) } : answer
        },
        staleTime: 5 * 60_000,
        gcTime: oneRender ? Number.POSITIVE_INFINITY : 30 * 60_000,
        refetchOnWindowFocus: true,
        refetchInterval: false,
        retry: (failures, error) => !oneRender && failures < 1 && !isFinal(error),
      },
      mutations: {
        retry: (failures, error) => failures < 1 && !isFinal(error),
      },
    },
  })
}

/** `['/api/blog', 'a b']` → `/api/blog/a%20b`; `['/api/blog', { limit: 3 }]` → `/api/blog?limit=3`. */
export function keyToPath(key: QueryKey): string {
  return key.reduce<string>((path, part, index) => {
    if (index === 0) return String(part)
    if (typeof part === 'object' && part !== null)
      return `${path}?${new URLSearchParams(part as Record<string, string>)}`
    return `${path}/${encodeURIComponent(String(part))}`
  }, '')
}

/** Without the header, which a proxy may remove, the rows are counted. */
const totalOf = ({ headers }: Response, answer: unknown) =>
  Number(headers.get('x-total-count') ?? (Array.isArray(answer) ? answer.length : 0))

/** The server has refused the request, and would refuse a retry too. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
