import { type AnyElysia, Elysia } from 'elysia'
import { createTokenCheck, hasBearerToken } from '#auth/tokens/let-tokens-in'
import { plainQuery } from '#platform/http/plain-query'
import { checkOrigin } from '#platform/http/origin-check'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { features } from '#app/features'
import { answerError } from './errors'
import { type Manifest, readManifest } from '#app/manifest'
import { isApi } from '#app/visit'
import { liveApi } from '#app/live/live-api'
import { previewLinksApi } from '#app/document/preview-links'
import { previewApi } from '#app/document/preview'
import { createPasswords } from '#auth/passwords/passwords'
import { backupsApi } from '#app/backups/backups-api'
import { restoresApi } from '#app/restores/restores-api'
import { createSiteReader, type SiteReader } from '#app/site-reader'
import { archiveSummaryApi } from '#app/restores/summary-api'
import { systemApi } from '#app/system/system-api'
import { statusApi } from './status'
import { swagger } from './swagger/swagger'
import { checkScope } from './token-scopes'
import { answerUnrouted } from './unrouted'
import { untranslatedApi } from './untranslated'
import { waitingApi } from './waiting'

/**
 * Everything below `/api`, and its documentation below `/swagger`, in process: `createApi(services).handle(request)`.
 */
export function createApi(
  services: Services,
  manifest: () => Manifest = readManifest,
  site: SiteReader = createSiteReader(services),
): AnyElysia {
  const checkToken = createTokenCheck(services)
  const readInProcess = (path: string): Promise<Response> => app.handle(new Request(`http://localhost${path}`))
  // By default Elysia looks for the path after the eleventh character of the address: past it when the host is as short
  // as `web`.
  const app: AnyElysia = new Elysia({ handler: { standardHostname: false } })
    .onRequest(async ({ request, set }) => {
      set.headers['cache-control'] = 'no-store'
      // No browser sends a token by itself: what comes with one was meant, wherever it comes from.
      if (hasBearerToken(request) && isApi(new URL(request.url).pathname)) await checkToken(request)
      else checkOrigin(request)
    })
    .onParse({ as: 'global' }, ({ request, route }) => checkScope({ request, route }))
    .onTransform({ as: 'global' }, ({ request, route }) => checkScope({ request, route }))
    .onTransform({ as: 'global' }, (context) => {
      Object.assign(context, { query: plainQuery(context.request.url) })
    })
    .onError(({ error, code, request }) => {
      try {
        if (code === 'NOT_FOUND') return answerUnrouted(app, request)
      } catch (unrouted) {
        return answerError(services.log, request, unrouted)
      }
      return answerError(services.log, request, error)
    })
    .group('/api', (api) => {
      for (const feature of features) if (feature.api?.routes) api.use(feature.api.routes(services))
      return api
        .use(previewApi(services, { manifest, site, fetch: readInProcess }))
        .use(previewLinksApi(services))
        .use(untranslatedApi(services))
        .use(waitingApi(services))
        .use(statusApi(services))
        .use(systemApi(services, manifest))
        .use(backupsApi(services))
        .use(restoresApi(services, createPasswords()))
        .use(archiveSummaryApi(services))
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
