import { isbot } from 'isbot'
import { HttpError } from '#contract/http-error'
import { readAddress } from '#i18n/addresses/href'
import { preferredLanguage } from '#i18n/visitor-language'
import type { PageSeen } from '#platform/feature'
import { createRateLimit } from '#platform/writes/throttle'
import { clientAddress, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { searchPath } from '#i18n/addresses/paths'
import type { Browser, Device, SeenPage } from '#platform/visits/visit-rows'
import { folded } from '#text/fold'
import type { VisitInput } from './contract'
import { prepareKeys } from './store-visits'

const mostBrowsers = 5000
const longestKey = 100
const browsers = new Map<string, Browser>()

/**
 * The browser of a request that is to be counted. undefined for robots, requests without a user agent, administrators,
 * prefetched pages, and visitors who opt out of tracking (DNT, GPC).
 */
function countedBrowser(headers: Headers): Browser | undefined {
  const name = headers.get('user-agent')
  if (name === null || name === '') return undefined
  const browser = browsers.get(name) ?? learnBrowser(name)
  const objects =
    browser.isRobot ||
    headers.get('dnt') === '1' ||
    headers.get('sec-gpc') === '1' ||
    headers.get('sec-purpose')?.includes('prefetch') ||
    hasSessionCookie(headers.get('cookie'))
  return objects ? undefined : browser
}

/** Whether a request is a page load in a window; older browsers do not send its purpose. */
function isForDocument(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination === null || destination === 'document'
}

function learnBrowser(name: string): Browser {
  if (browsers.size >= mostBrowsers) browsers.clear()
  const browser: Browser = {
    name,
    isRobot: isbot(name),
    device: deviceOf(name),
    slots: new Map(),
  }
  browsers.set(name, browser)
  return browser
}

/** Tablets on Android lack a word that phones send. */
function deviceOf(browser: string): Device {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobi)/i.test(browser)) return 'tablet'
  return /Mobi|iPhone|iPod|Android/i.test(browser) ? 'phone' : 'desktop'
}

/** The referrer, the campaign and the site search of a page request; the site's own referrers are left out. */
function sourceOf(
  { path, search, referrer }: { path: string; search: string; referrer: string | null },
  isOwn: (host: string) => boolean,
): Pick<SeenPage, 'referrer' | 'campaign' | 'search'> {
  const host = referrer === null || referrer === '' ? '' : hostOf(referrer)
  const came = { referrer: host === '' || isOwn(host) ? '' : host, campaign: '', search: '' }
  if (search === '') return came
  const asked = new URLSearchParams(search)
  const campaign = ['utm_source', 'utm_campaign'].map((name) => keyOf(asked.get(name) ?? '')).filter(Boolean)
  came.campaign = campaign.join(' / ')
  if (readAddress(path).path === searchPath) came.search = searchOf(asked.get('q') ?? '')
  return came
}

/** The host of a URL or a Host header, without its port; empty if there is none. */
function hostOf(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `http://${address}`)
  return url && /^(?:https?|android-app):$/.test(url.protocol) ? url.hostname.slice(0, 253).toLowerCase() : ''
}

/** A normalized search text; empty when it looks like an email address, a URL or an IP address (personal data). */
function searchOf(typed: string): string {
  const isAddress = /@|:\/\/|\bwww\.|\b\d{1,3}(?:\.\d{1,3}){3}\b/i.test(typed)
  return isAddress ? '' : keyOf(folded(typed))
}

const keyOf = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestKey)
    .toWellFormed()

/** Milliseconds. */
const windowLength = 10_000
/** Page requests in a window that are all counted; beyond it they are sampled, as human traffic is lower. */
const mostPages = 10_000
/** Beyond that one of as many, on average, is. */
const rate = 16

/**
 * Keeps counting cheap under a flood of requests by random sampling. Returns the number of views to count for each
 * page: 1; under a flood 0 for most, and for a sampled one all those skipped since the last sample, so that the sum
 * stays exact.
 */
export function createSampling(now: () => number = () => Date.now(), random: () => number = Math.random): () => number {
  let window = 0
  let inWindow = 0
  let passed = 0
  let gap = 1

  return () => {
    const at = Math.floor(now() / windowLength)
    if (at !== window) {
      window = at
      inWindow = 0
    }
    passed++
    if (++inWindow > mostPages && passed < gap) return 0
    const views = passed
    passed = 0
    gap = 1 + Math.floor(random() * (2 * rate - 1))
    return views
  }
}

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
