import { isbot } from 'isbot'
import { hasSessionCookie } from '#auth/sessions/sessions'
import { readAddress } from '#i18n/addresses/href'
import { searchPath } from '#i18n/addresses/paths'
import type { Browser, Device, SeenPage } from '#platform/visits/seen-page'
import { folded } from '#text/fold'

const mostBrowsers = 5000
const longestKey = 100
const browsers = new Map<string, Browser>()

/**
 * The browser of a request that is to be counted. undefined for robots, requests without a user agent, administrators,
 * prefetched pages, and visitors who opt out of tracking (DNT, GPC).
 */
export function countedBrowser(headers: Headers): Browser | undefined {
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
export function isForDocument(headers: Headers): boolean {
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
export function sourceOf(
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
export function hostOf(address: string): string {
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
