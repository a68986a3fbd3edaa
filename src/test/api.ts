import { createApi } from '#app/api/api'
import { createServices } from '#app/services'
import { hashPassword } from '#auth/passwords/passwords'
import { insertSession } from '#auth/sessions/sessions'
import { createFirstAdministrator, findUser } from '#auth/store'
import type { Config } from '#platform/config'
import { createChanges } from '#platform/events/changes'
import { createCacheTags } from '#platform/cache/cache-tags'
import type { Log } from '#platform/log/log'
import { type TestDatabase, testDatabase } from './database/database'

export const origin = 'http://localhost'
export const administrator = { username: 'ada', password: 'correct horse battery' }

type Send = { body?: unknown; headers?: Record<string, string>; cookie?: string }
export type Answer = { status: number; headers: Headers; text: string; json: unknown }

/** Services on a test database; log entries are collected in `logged`. */
export async function testServices(config: Partial<Config> = {}, database = testDatabase()) {
  const { db, reset, close } = await database
  const logged: { level: string; message: string; fields?: Record<string, unknown> }[] = []
  const services = createServices({
    config: { ...testConfig, ...config },
    db,
    cacheTags: createCacheTags(),
    changes: createChanges(),
    log: keepLog(logged),
  })
  return { services, logged, reset, close }
}

/** The API on a test database. `send` makes requests as a page of the site would; `asAdmin` makes them signed in. */
export async function testApi(config: Partial<Config> = {}, database?: Promise<TestDatabase>) {
  const { services, logged, reset, close } = await testServices(config, database)
  const api = createApi(services)

  async function send(method: string, path: string, { body, headers = {}, cookie }: Send = {}): Promise<Answer> {
    const response = await api.handle(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'GET' ? {} : { origin }),
          ...(cookie === undefined ? {} : { cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: response.headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  /**
   * The cookie of a new session of the administrator, who is created first if necessary. It counts as confirmed, as after a
   * second factor.
   */
  async function signIn(isConfirmed = true): Promise<string> {
    passwordHash ??= hashPassword(administrator.password)
    const { id } =
      (await findUser(services.db, administrator.username)) ??
      (await createFirstAdministrator(services.db, administrator.username, await passwordHash))
    const { cookie } = await insertSession(services.db, id, origin, undefined, isConfirmed)
    return cookie.split(';')[0] ?? ''
  }

  return { api, services, logged, send, signIn, reset, close }
}

export const cookieOf = (answer: Answer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

let passwordHash: Promise<string> | undefined

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: './data',
  siteName: 'Industria AI',
  githubUrl: 'https://github.com/industria-ai',
  linkedinUrl: 'https://www.linkedin.com/company/industria-ai',
  trustProxy: false,
  throttle: true,
  requireSecondFactor: false,
  seedDemo: false,
  logLevel: 'silent',
  workers: 1,
  drainSeconds: 0,
  siteLanguage: 'en',
  webhookAllow: [],
  mailRate: 60,
}

function keepLog(logged: { level: string; message: string; fields?: Record<string, unknown> }[]): Log {
  const keep = (level: string) => (message: string, fields?: Record<string, unknown>) =>
    void logged.push({ level, message, fields })
  return {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    access: () => {},
    print: keep('print'),
    flush: async () => {},
  }
}
