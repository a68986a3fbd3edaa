import { sessionCookieName } from '#auth/sessions/sessions'
import { crowding } from './crowding'
import type { SiteProcess } from './site-process'
import { until } from './waiting'

export const administrator = { username: 'ada', password: 'a long enough password' }

export type Client = {
  /** The Cookie header of the client. */
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  write(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
  upload(path: string, file: File): Promise<Response>
}

/** A client of a running site without a session; every request has a timeout. */
export function visitor(url: string, cookie = '', timeout = 10_000): Client {
  return {
    cookie,
    get: (path, headers) =>
      fetch(url + path, { headers: { cookie, ...headers }, redirect: 'manual', signal: AbortSignal.timeout(timeout) }),
    write: (method, path, body, headers) =>
      fetch(url + path, {
        method,
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(timeout),
      }),
    upload: (path, file) => {
      const body = new FormData()
      body.append('file', file)
      return fetch(url + path, {
        method: 'POST',
        headers: { cookie, origin: url },
        body,
        signal: AbortSignal.timeout(timeout),
      })
    },
  }
}

/** Repeats a request while a crowded machine answers it with 503 in time. */
export async function withRetries(request: () => Promise<Response>): Promise<Response> {
  let answer: Response | undefined
  await until(async () => (answer = await request()).status !== 503, 30_000 * crowding())
  return answer!
}

/** Creates the first administrator of a new site with the printed set-up code. */
export async function firstAdministrator(site: SiteProcess): Promise<Client> {
  const answer = await withRetries(() =>
    visitor(site.url).write('POST', '/api/register', { ...administrator, setupCode: site.setupCode() }),
  )
  // A request that was answered with 503 may have been carried out nevertheless.
  if (answer.status === 403) return signIn(site)
  if (answer.status !== 201) throw new Error(`Registration answered ${answer.status}: ${await answer.text()}`)
  return visitor(site.url, sessionCookie(answer))
}

export async function signIn(site: SiteProcess, timeout?: number): Promise<Client> {
  const answer = await withRetries(() => visitor(site.url, '', timeout).write('POST', '/api/login', administrator))
  if (answer.status !== 200) throw new Error(`Login answered ${answer.status}: ${await answer.text()}`)
  return visitor(site.url, sessionCookie(answer), timeout)
}

/** Only the session's cookie, of those that a login sets. */
function sessionCookie(answer: Response): string {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.includes(`${sessionCookieName}=`)) ?? ''
}
