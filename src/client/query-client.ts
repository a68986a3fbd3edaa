import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, readAnswer } from './api-error'

/** `counted`: the total of a paged list is needed. */
export type Fetch = (path: string, signal?: AbortSignal, meta?: { counted?: true }) => Promise<Response>

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Statuses that mean "there is none" and are read as null. */
      nullOn?: number[]
      /** A list in part: read with how many there are. */
      counted?: true
      /** What the page that lists these rows does not show of them: it stays behind when they travel with the page. */
      unshown?: readonly string[]
    }
  }
}

/**
 * The one client, on both sides: the query key is the URL (`['/api/blog', 'a-slug']`, `['/api/blog', { limit: 3 }]`),
 * read by `fetch`: the browser's, or the API in process on the server, where a client lives for `oneRender` and has a
 * deadline to keep.
 */
export function createQueryClient(fetch: Fetch, { oneRender = false }: { oneRender?: boolean } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey, signal, meta }) => {
          const response = await fetch(keyToPath(queryKey), signal, meta)
          if (meta?.nullOn?.includes(response.status)) return null
          const answer = await readAnswer(response)
          return meta?.counted ? { rows: answer, total: Number(response.headers.get('x-total-count')) } : answer
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

/** The server has understood and refused: the same request again would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
