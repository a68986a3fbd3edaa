import type { ShownPage } from '#platform/visits/seen-page'
import { readAddress } from '#i18n/addresses/href'
import { defaultLanguage, type Language } from '#i18n/language'
import { preferredLanguage } from '#i18n/visitor-language'

/** What the server knows of a request's connection. */
export type Connection = {
  requestIP(request: Request): { address: string } | null
  /** Seconds without a byte after which the connection is closed; 0: never. */
  timeout?(request: Request, seconds: number): void
}

/** One request, as the request pipeline has read it. */
export type Visit = {
  request: Request
  /** Absent for in-process requests. */
  connection?: Connection
  method: string
  /** As it was sent, without query and fragment. */
  path: string
  /** With its question mark, or empty. */
  search: string
  origin: string
  language: Language
  id: string
  /** Found out while it is answered: nothing is under the path, whatever the query. */
  isMissing?: boolean
  /** Found out while it is answered: the page that it shows. */
  page?: ShownPage
}

export function readVisit(request: Request, connection?: Connection): Visit {
  const { url, method } = request
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', from)
  const address = from < 0 ? '/' : url.slice(from, hash < 0 ? undefined : hash)
  const query = address.indexOf('?')
  const path = query < 0 ? address : address.slice(0, query)
  return {
    request,
    connection,
    method,
    path,
    search: query < 0 || query === address.length - 1 ? '' : address.slice(query),
    origin: '',
    language: readAddress(path).pinned ?? preferredLanguage(request.headers.get('cookie')),
    id: nextRequestId(),
  }
}

/** A visit without a preferred language, for responses that are derived from a page. */
export const publicVisit = ({ id, origin }: Pick<Visit, 'id' | 'origin'>, path: string): Visit => ({
  id,
  origin,
  path,
  request: new Request(`http://localhost${path}`),
  method: 'GET',
  search: '',
  language: readAddress(path).pinned ?? defaultLanguage,
})

const start = crypto.randomUUID().slice(0, 8)
let count = 0
/** Different for each request of all processes; needs no quoting. */
export const nextRequestId = () => `${start}-${count++}`

export const isApi = (path: string) => path.startsWith('/api/') || path === '/api'
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'
