import { createApi } from '#app/api/api'
import { createDemoGuard } from '#app/demo/demo-guard'
import { createPages } from '#app/document/pages'
import { features } from '#app/features'
import { createIcons } from '#app/icons/icon-files'
import { paletteOf } from '#app/document/head-markup'
import { createLookFiles } from '#app/look/look-file'
import { createFeeds } from '#app/machines/feeds'
import { createLlmsFiles } from '#app/machines/llms'
import { createMarkdownForms } from '#app/machines/markdown-forms'
import { createSecurityTxt } from '#app/machines/security-txt'
import type { Manifest } from '#app/manifest'
import { createCrawlerFiles } from '#app/response-cache/crawler-files'
import { createOriginResponses } from '#app/response-cache/origin-responses'
import { createPublicData } from '#app/response-cache/public-data'
import { createPublicReads } from '#app/response-cache/public-reads'
import type { ResponseCache } from '#app/response-cache/response-cache'
import { createSiteReader, type SiteReader } from '#app/site-reader'
import { createMetricsEndpoint, withoutMetrics } from '#app/system/metrics-endpoint'
import { createSocialPictures } from '#app/social/social-pictures'
import { isRead, type Visit, readVisit } from '#app/visit'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { createApiHandler, createSwagger } from './api-handlers'
import { type Handler, firstOf } from './handler'
import { createChallenge } from './challenge'
import { createHealthCheck } from './health'
import { createHostCheck } from './origin'
import { createReleasedAssets } from './released-assets'
import { createStaticFiles } from './static-files'
import { createVisitorWork } from './visitor-work'

/**
 * The request handlers, in order; pages are the last and answer everything. Requests with a missing, malformed or
 * foreign Host are refused first.
 */
export function createHandlers(
  services: Services,
  manifest: Manifest,
  responseCache: ResponseCache,
): { handlers: readonly Handler[]; site: SiteReader } {
  const { config } = services
  const own: Services = { ...services, ...createOwnVisits(() => all), isLive: (path) => pages.isLive(path) }
  const siteReader = createSiteReader(own)
  const elysia = createApi(own, () => manifest, siteReader)
  const reads = createPublicReads()
  const data = createPublicData({ services, api: elysia, reads, responseCache })
  const obtainAt = createOriginResponses(responseCache)

  const challenge = createChallenge(services)
  const hostCheck = createHostCheck(services.config)
  const healthCheck = createHealthCheck(services)
  const demoGuard = createDemoGuard(config)
  const metrics = createMetricsEndpoint(services, manifest)
  const visitorWork = createVisitorWork(services.config)
  const api = createApiHandler({ api: elysia, data, visitorWork, config })
  const swagger = createSwagger(elysia, responseCache, config)
  const icon = createIcons(services, siteReader)
  const lookFile = createLookFiles(paletteOf(manifest), config)
  const staticFile = createStaticFiles(manifest.files, config)
  const releasedAsset = createReleasedAssets(services.db, config)
  const crawlerFile = createCrawlerFiles(services, obtainAt, siteReader)
  const feed = createFeeds(services, obtainAt, siteReader)
  const securityTxt = createSecurityTxt(services, obtainAt)
  const featureFiles = features.flatMap((feature) => feature.api?.files?.(services) ?? [])
  const socialPicture = createSocialPictures(services, {
    files: manifest.files,
    read: data.fetch,
    find: findOwn,
    site: siteReader,
  })
  const pages = createPages({ services, manifest, obtainAt, reads, data, site: siteReader, visitorWork })

  const answerPage = (visit: Visit) => pages.answer(withoutMetrics(visit))
  const markdownForm = createMarkdownForms(answerPage, obtainAt, config)
  const llmsFile = createLlmsFiles({ answerPage, fetch: data.fetch, site: siteReader, obtain: obtainAt, config })

  const site: readonly Handler[] = [
    ...[
      icon,
      lookFile,
      staticFile,
      releasedAsset,
      crawlerFile,
      feed,
      securityTxt,
      llmsFile,
      markdownForm,
      socialPicture,
      ...featureFiles,
    ].map(forReads),
    answerPage,
  ]

  /** A file of a feature, by its path; undefined if there is none. */
  async function findOwn(path: string): Promise<Response | undefined> {
    const asked = { path, method: 'GET', request: new Request(`http://localhost${path}`) }
    for (const fileOf of featureFiles) {
      const found = await fileOf(asked).catch((error: unknown) => {
        if (!(error instanceof HttpError) || error.status !== 404) throw error
      })
      if (found) return found
    }
    return undefined
  }

  const all: readonly Handler[] = [addressLimit, healthCheck, demoGuard, api, swagger, ...site]

  return { handlers: [metrics.forBearer, challenge, hostCheck, metrics.forThisMachine, ...all], site: siteReader }
}

const forReads =
  (handler: Handler): Handler =>
  (visit) =>
    isRead(visit.method) ? handler(visit) : undefined

/**
 * Limits in characters. No page has so long a path; a query may contain a long search text, each letter of which takes up
 * to twelve.
 */
const longestPath = 2048
const longestAddress = 12_288

function addressLimit({ path, search }: Visit): undefined {
  if (path.length > longestPath || path.length + search.length > longestAddress)
    throw new HttpError(414, 'errors.addressTooLong')
}

/** Runs requests through the pipeline in process, as a visitor would, to find out whether a URL is a live page. */
function createOwnVisits(handlers: () => readonly Handler[]): Pick<Services, 'isPage' | 'answerAt'> {
  async function answerAt(address: string, origin: string): ReturnType<Services['answerAt']> {
    try {
      const visit: Visit = { ...readVisit(new Request(origin + address)), origin }
      const found = await firstOf(handlers(), visit)
      const page = visit.page?.path
      if (!(found instanceof Response)) return { status: found.status, location: found.headers.Location, page }
      await found.body?.cancel()
      return { status: found.status, location: found.headers.get('location') ?? undefined, page }
    } catch (error) {
      if (error instanceof HttpError) return { status: error.status }
      throw error
    }
  }

  return {
    answerAt,
    async isPage(path, origin) {
      const withoutSlash = path.slice(0, -1)
      for (const asked of withoutSlash === '' ? [path] : [path, withoutSlash])
        if ((await answerAt(asked, origin)).status === 200) return true
      return false
    },
  }
}
