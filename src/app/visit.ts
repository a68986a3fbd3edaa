import type { ShownPage } from '#platform/visits/visit-rows'
import { readAddress } from '#i18n/addresses/href'
import { defaultLanguage, type Language } from '#i18n/language'
import { adminPath } from '#i18n/addresses/paths'
import { adminLanguage, preferredLanguage } from '#i18n/visitor-language'
import { normalSpelling } from '#text/urls'

/** What the server knows of a request's connection. */
export type Connection = {
  requestIP(request: Request): { address: string } | null
  /** The idle timeout of the connection in seconds; 0: none. */
  timeout?(request: Request, seconds: number): void
}

/** A request, as parsed by the request pipeline. */
export type Visit = {
  request: Request
  /** Absent for in-process requests. */
  connection?: Connection
  method: string
  /** Without query and fragment; equal spellings of a path are one. */
  path: string
  /** Whether the client spelled the path in another way. */
  isMisspelt?: boolean
  /** With its question mark, or empty. */
  search: string
  origin: string
  language: Language
  id: string
  /** Set during the request: the path has no page, independent of the query. */
  isMissing?: boolean
  /** Set during the request: the page in the response. */
  page?: ShownPage
}

export function readVisit(request: Request, connection?: Connection): Visit {
  const { url, method } = request
  const from = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('//') + 2)
  const hash = url.indexOf('#', from)
  const address = from < 0 ? '/' : url.slice(from, hash < 0 ? undefined : hash)
  const query = address.indexOf('?')
  const asked = query < 0 ? address : address.slice(0, query)
  const path = normalSpelling(asked)
  return {
    request,
    connection,
    method,
    path,
    isMisspelt: path !== asked,
    search: query < 0 || query === address.length - 1 ? '' : address.slice(query),
    origin: '',
    language: path.startsWith(adminPath)
      ? adminLanguage(request.headers)
      : (readAddress(path).pinned ?? preferredLanguage(request.headers.get('cookie'))),
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
/** Unique among all processes; needs no quoting. */
export const nextRequestId = () => `${start}-${count++}`

export const isApi = (path: string) => path.startsWith('/api/') || path === '/api'
export const isRead = (method: string) => method === 'GET' || method === 'HEAD'
