import { HttpError } from '#contract/http-error'
import { readAddress } from '#i18n/addresses/href'
import { preferredLanguage } from '#i18n/visitor-language'
import type { PageSeen } from '#platform/feature'
import { createRateLimit } from '#platform/http/rate-limit'
import { clientAddress, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import type { VisitInput } from './contract'
import { createSampling } from './sampling'
import { countedBrowser, hostOf, isForDocument, sourceOf } from './counted-browser'
import { prepareKeys } from './store-visits'

const limit = { hits: 60, seconds: 60 }

/** Counts an answered page. Each line here is part of every request's time, so it is synchronous. */
export function createPageCount({ visits, config }: Pick<Services, 'visits' | 'config'>): PageSeen {
  const sampledViews = createSampling()
  let own: { siteUrl?: string; host?: string } = {}
  /** Parsed once per address: this is part of every request's time. */
  function ownHost() {
    const { siteUrl } = config
    if (own.siteUrl !== siteUrl) own = { siteUrl, host: siteUrl && new URL(siteUrl).hostname }
    return own.host
  }

  return ({ headers }, page, search, address) => {
    const views = sampledViews()
    if (views === 0) return
    const browser = isForDocument(headers) ? countedBrowser(headers) : undefined
    if (!browser) return
    const referrer = headers.get('referer')
    const isOwn = (host: string) =>
      host === ownHost() ||
      host === hostOf(headers.get('host') ?? '') ||
      (config.trustProxy !== false && host === hostOf(headers.get('x-forwarded-host') ?? ''))
    const came = referrer === null && search === '' ? directly : sourceOf({ path: page.path, search, referrer }, isOwn)
    visits.count({
      path: page.path,
      language: page.language,
      views,
      referrer: came.referrer,
      campaign: came.campaign,
      search: came.search,
      browser,
      address,
    })
  }
}

const directly = { referrer: '', campaign: '', search: '' }

/** Counts client-side navigations, rate-limited per client address; the rest is dropped. */
export function createBeaconCount(services: Services) {
  const { visits, config, log } = services
  const countHit = createRateLimit(limit)
  visits.onMissingKey(
    once(
      () => prepareKeys(services),
      (error) => log.warn('Visits could not be stored yet', { error }),
    ),
  )

  return async (request: Request, { path: address, referrer }: VisitInput): Promise<void> => {
    const browser = countedBrowser(request.headers)
    const origin = requestOrigin(request)
    const url = address.startsWith('/') ? URL.parse(origin + address) : null
    if (!browser || !url || !isWithin(request)) return
    const { page: path } = await services.answerAt(url.pathname, origin)
    if (path === undefined) return
    visits.count({
      path,
      language: readAddress(url.pathname).pinned ?? preferredLanguage(request.headers.get('cookie')),
      ...sourceOf({ path, search: url.search, referrer }, (host) => host === hostOf(origin)),
      views: 1,
      browser,
      address: () => clientAddress(request),
    })
  }

  function isWithin(request: Request): boolean {
    try {
      if (config.throttle) countHit(clientAddress(request))
      return true
    } catch (error) {
      if (error instanceof HttpError) return false
      throw error
    }
  }
}

/** At most one at a time, and not for a second after a failure. */
function once(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let notBefore = 0
  let isBusy = false
  return () => {
    if (isBusy || performance.now() < notBefore) return
    isBusy = true
    work()
      .catch((error: unknown) => {
        notBefore = performance.now() + 1000
        failed(error)
      })
      .finally(() => {
        isBusy = false
      })
  }
}
