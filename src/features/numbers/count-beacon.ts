import { readAddress } from '#i18n/addresses/href'
import { preferredLanguage } from '#i18n/visitor-language'
import { HttpError } from '#contract/http-error'
import { createRateLimit } from '#platform/http/rate-limit'
import { clientAddress, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import type { VisitInput } from './contract'
import { countedBrowser, hostOf, sourceOf } from './judge-visit'
import { prepareKeys } from './store-visits'

const limit = { hits: 60, seconds: 60 }

/** Counts pages that visitors went on to inside a page: of each address so many in a minute, the rest is dropped. */
export function createBeaconCount(services: Services) {
  const { visits, config, log } = services
  const countHit = createRateLimit(limit)
  visits.onMissingKey(
    once(
      () => prepareKeys(services),
      (error) => log.warn('Visitors wait to be counted', { error }),
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

/** Not again while it is under way, nor for a second after it has failed. */
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
