import { byLanguage } from '#i18n/by-language'
import { createRequestPipeline } from '#app/request/request-pipeline'
import { createExpiresAt } from '#app/response-cache/expires-at'
import { ResponseCache } from '#app/response-cache/response-cache'
import { createServices } from '#app/services'
import { type AreaAssets, type Extra, extras, type Manifest } from '#app/manifest'
import { insertSession } from '#auth/sessions/sessions'
import { createFirstAdministrator } from '#auth/store'
import { bySheet } from '#i18n/addresses/routing'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import { system, collecting } from '#platform/events/events'
import { postKind } from '#features/posts/contract'
import { postStore } from '#features/posts/store'
import { testServices } from './api'
import { postInput } from './inputs'

type Ask = {
  method?: string
  headers?: Record<string, string>
  body?: string | FormData
  host?: string | null
  from?: string
}

/**
 * The whole site without a socket: `ask` passes a request as Bun would. `access` contains the lines of the access log.
 */
export async function testPipeline({
  config = {},
  mostBytes,
  services: changed = {},
}: { config?: Partial<Config>; mostBytes?: number; services?: Partial<Services> } = {}) {
  const made = await testServices(config)
  const access: { method: string; path: string; status: number; user?: number }[] = []
  const services = createServices({
    ...made.services,
    ...changed,
    log: { ...made.services.log, access: (line) => void access.push(line) },
  })
  const kept = new ResponseCache(services.cacheTags, createExpiresAt(services), mostBytes)
  const pipeline = createRequestPipeline(services, { manifest: testManifest, responseCache: kept })

  async function ask(
    path: string,
    { method = 'GET', headers = {}, body, host = 'acme.test', from = '192.0.2.1' }: Ask = {},
  ): Promise<Response> {
    const authority = host !== null && URL.canParse(`http://${host}`) ? host : 'acme.test'
    const request = new Request(`http://${authority}${path}`, {
      method,
      body,
      headers: { ...(host === null ? {} : { host }), ...headers },
    })
    return pipeline.fetch(request, { requestIP: () => ({ address: from }) })
  }

  async function signIn(origin = 'http://acme.test'): Promise<string> {
    const { id } = await createFirstAdministrator(services.db, 'ada', 'no hash')
    return (await insertSession(services.db, id, origin, undefined, true)).cookie.split(';')[0] ?? ''
  }

  async function publish(slug: string, title = slug, changes: object = {}): Promise<void> {
    await services.db.transaction((tx) =>
      postStore.create(
        collecting(tx),
        { input: postKind.input.parse(postInput({ slug, title, ...changes })), faults: [] },
        system,
      ),
    )
    await services.cacheTags.touch(['post'])
  }

  return { ask, kept, access, services, logged: made.logged, signIn, publish, reset: made.reset, close: made.close }
}

const area = (name: string): AreaAssets => ({
  style: `/assets/${name}.css`,
  entry: '/assets/browser.js',
  modules: ['/assets/library.js', '/assets/app.js'],
  catalogs: byLanguage((language) => [`/assets/${language}.js`]),
})

const testManifest: Manifest = {
  version: '1.2.3',
  build: 'test',
  site: {
    ...area('site'),
    sheets: bySheet((sheet) => `/assets/${sheet}.css`),
    extras: Object.fromEntries(extras.map((extra) => [extra, `/assets/${extra}.css`])) as Record<Extra, string>,
    later: '/assets/later.css',
  },
  admin: area('admin'),
  files: [
    {
      path: '/favicon.svg',
      file: 'public/favicon.svg',
      type: 'image/svg+xml',
      size: 410,
      etag: 'abc',
      modified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      immutable: false,
      compressed: {},
    },
    {
      path: '/assets/browser.js',
      file: 'package.json',
      type: 'text/javascript; charset=utf-8',
      size: 10,
      etag: 'def',
      modified: 'Thu, 01 Jan 2026 00:00:00 GMT',
      immutable: true,
      compressed: { gzip: 'bunfig.toml' },
    },
  ],
  sizes: {},
}
