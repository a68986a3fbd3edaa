import { type AnyElysia, Elysia } from 'elysia'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { createTokenCheck, hasBearerToken } from '#auth/tokens/token-check'
import { HttpError, invalid, notFound } from '#contract/http-error'
import { parseId, plainQuery } from '#platform/http/parameters'
import { checkOrigin, requestActor } from '#platform/http/request-facts'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { features, contentKinds } from '#app/features'
import { type Manifest, readManifest } from '#app/manifest'
import { isApi } from '#app/visit'
import { liveApi } from '#app/live/streams'
import { previewApi } from '#app/document/preview'
import { brandApi } from '#app/look/site-look'
import { backupsApi } from '#app/backups/backups-api'
import { restoresApi } from '#app/backups/restores-api'
import { createSiteReader, type SiteReader } from '#app/site-reader'
import { setupApi } from '#app/setup/setup-api'
import { systemApi } from '#app/system/system-api'
import { recordRevisions } from '#records/table'
import { answerError, toHttpError } from './errors'
import { swagger } from './swagger/swagger'
import { checkScope } from './token-scopes'
import { openTasksApi } from './open-tasks'

type Params = Readonly<Record<string, string>>
type RoutedRequest = { request: Request; route: string; params: Params }

const named = features.flatMap(({ api }) => Object.entries(api?.named ?? {}))

/** Errors that say nothing of the record: who asks, how often, and faults of the server. */
const isOfRequest = (status: number) => [400, 409, 412, 413, 415, 422].includes(status)

/**
 * The error to respond with: 404 if the request names a record that does not exist, whatever else is wrong with it.
 * Looked up only after an error, so that a request that succeeds costs no further query.
 */
async function preferNotFound(services: Services, asked: RoutedRequest, thrown: unknown): Promise<unknown> {
  if (!isOfRequest(toHttpError(thrown).status)) return thrown
  try {
    await checkNamed(services, asked)
    return thrown
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? error : thrown
  }
}

async function checkNamed({ db }: Services, { request, route, params }: RoutedRequest): Promise<void> {
  const actor = requestActor(request)
  const userId = actor.is === 'administrator' ? actor.user.id : 0
  for (const [path, check] of named) if (isBelow(route, path)) await check(db, params, userId)
  const kind = contentKinds.find(({ record }) => record && isBelow(route, `/api${record.api}/:key`))
  // The routes that visitors read take the slug as well.
  const isById = request.method !== 'GET' || route.includes('/revisions')
  if (kind?.naming && isById)
    await checkRecord(db, kind.name, { versions: kind.naming.versions, key: params.key ?? '' })
  const isRecord = params.key !== undefined || params.page !== undefined
  if (isRecord && params.version !== undefined) await checkRevision(db, kind?.name ?? 'page', params)
}

const isBelow = (route: string, path: string) => route === path || route.startsWith(`${path}/`)

/** `versions` selects the ids of all records of a kind. */
async function checkRecord(db: Services['db'], kind: string, { versions, key }: { versions: SQL; key: string }) {
  const id = parseId(key, notFound(kind))
  const rows = await db
    .select({ id: sql`id` })
    .from(sql`(${versions}) as listed (id, version)`)
    .where(sql`id = ${String(id)}`)
  if (rows.length === 0) throw notFound(kind)
}

async function checkRevision(db: Services['db'], kind: string, { key, page, version = '' }: Params) {
  const { kind: ofKind, recordId, version: number } = recordRevisions
  const asked = eq(number, parseId(version, notFound('revision')))
  const found = await db.$count(recordRevisions, and(eq(ofKind, kind), eq(recordId, key ?? page ?? ''), asked))
  if (found === 0) throw notFound('revision')
}

/** The API below `/api` and its documentation below `/swagger`, in process: `createApi(services).handle(request)`. */
export function createApi(
  services: Services,
  manifest: () => Manifest = readManifest,
  site: SiteReader = createSiteReader(services),
): AnyElysia {
  const checkToken = createTokenCheck(services)
  const readInProcess = (path: string): Promise<Response> => app.handle(new Request(`http://localhost${path}`))
  const withTooManyNames = new WeakSet<Request>()
  // By default Elysia searches for the path after the eleventh character of the URL, which is too late for a host as
  // short as `web`.
  const app: AnyElysia = new Elysia({ handler: { standardHostname: false } })
    .onRequest(async ({ request, set }) => {
      set.headers['cache-control'] = 'no-store'
      // Browsers never send a token on their own, so a request with one is intended, whatever its origin.
      if (hasBearerToken(request) && isApi(new URL(request.url).pathname)) await checkToken(request)
      else checkOrigin(request)
    })
    .onParse({ as: 'global' }, ({ request, route }) => checkRoute(app, { request, route }))
    .onTransform({ as: 'global' }, ({ request, route }) => checkRoute(app, { request, route }))
    .onTransform({ as: 'global' }, (context) => {
      const { query, isTooLong } = plainQuery(context.request.url)
      if (isTooLong) withTooManyNames.add(context.request)
      Object.assign(context, { query })
    })
    // After the guards, because a request without a session is 401 whatever it asks.
    .onBeforeHandle({ as: 'global' }, ({ request }) => {
      if (withTooManyNames.has(request)) throw invalid([{ path: '', message: 'validation.queryNames' }])
    })
    .onError(async ({ error, code, request, route, params }) => {
      try {
        if (code === 'NOT_FOUND') return answerUnrouted(app, request)
      } catch (unrouted) {
        return answerError(services.log, request, unrouted)
      }
      const asked = { request, route, params: params as Record<string, string> }
      return answerError(services.log, request, await preferNotFound(services, asked, error))
    })
    .group('/api', (api) => {
      for (const feature of features) if (feature.api?.routes) api.use(feature.api.routes(services))
      return api
        .use(brandApi(services, site))
        .use(previewApi(services, { manifest, site, fetch: readInProcess }))
        .use(openTasksApi(services))
        .use(setupApi(services))
        .use(systemApi(services, manifest))
        .use(backupsApi(services))
        .use(restoresApi(services))
        .use(liveApi(services))
    })
    .use(
      swagger(
        () => app,
        () => readSiteName(services.db, services.config),
      ),
    )
  return app
}

/** Throws 403 for the scope of a token, and 405 for a path like `/media/fetch`, which is no `/media/:id`. */
function checkRoute(app: AnyElysia, { request, route }: { request: Request; route: string }): void {
  checkScope({ request, route })
  if (!route.endsWith('/:id')) return
  const { pathname } = new URL(request.url)
  if (/\/\d+\/?$/.test(pathname)) return
  const methods = methodsOf(app, pathname)
  if (!methods.includes(request.method)) throw methodNotAllowed(methods)
}

/**
 * The response to a request without a matching route: OPTIONS gets the allowed methods. Throws 405 where the path has
 * other methods, 404 otherwise.
 */
function answerUnrouted(app: AnyElysia, request: Request): Response {
  const methods = methodsOf(app, new URL(request.url).pathname)
  if (methods.length === 0) throw notFound('route')
  if (request.method !== 'OPTIONS') throw methodNotAllowed(methods)
  return new Response(null, { status: 204, headers: allow(methods) })
}

const methodNotAllowed = (methods: readonly string[]) =>
  new HttpError(405, 'errors.methodNotAllowed', { headers: allow(methods) })

const allow = (methods: readonly string[]) => ({ Allow: methods.join(', ') })

function methodsOf(app: AnyElysia, path: string): string[] {
  const fitting = app.routes.filter((route) => toPattern(route.path).test(path))
  const isNamed = fitting.some((route) => !route.path.includes(':'))
  const found = fitting.filter((route) => !isNamed || !route.path.endsWith('/:id')).map(({ method }) => method)
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => found.includes(method))
  return methods.length === 0
    ? []
    : [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
