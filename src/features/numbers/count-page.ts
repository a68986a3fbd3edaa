import type { PageSeen } from '#platform/feature'
import type { Services } from '#platform/services'
import { createSampling } from './sampling'
import { countedBrowser, hostOf, isForDocument, sourceOf } from './judge-visit'

/** Counts a page that was answered. Each line here is part of every request's time: nothing is waited for. */
export function createPageCount({ visits, config }: Pick<Services, 'visits' | 'config'>): PageSeen {
  const sampling = createSampling()
  const ownHost = config.siteUrl && new URL(config.siteUrl).hostname

  return ({ headers }, page, search, address) => {
    const views = sampling.views()
    if (views === 0) return
    const browser = isForDocument(headers) ? countedBrowser(headers) : undefined
    if (!browser) return
    const referrer = headers.get('referer')
    const isOwn = (host: string) =>
      host === ownHost ||
      host === hostOf(headers.get('host') ?? '') ||
      (config.trustProxy && host === hostOf(headers.get('x-forwarded-host') ?? ''))
    const came = referrer === null && search === '' ? directly : sourceOf({ path: page.path, search, referrer }, isOwn)
    visits.count({
      path: page.path,
      language: page.language,
      views,
      referrer: came.referrer,
      campaign: came.campaign,
      search: came.search,
      browser,
      // Behind a proxy it is read from a header, which is cheap.
      address: config.trustProxy || sampling.looksAt(browser) ? address : undefined,
    })
  }
}

const directly = { referrer: '', campaign: '', search: '' }
