import { hasCredentials } from '#text/schema'
import { isLinkTarget } from '#editing/rich-text/links/link-target'

/** Tracking parameters. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_hsenc|_hsmi|vero_id|yclid|si|ref_src)$/i

/** Keeps links with a valid target, without tracking and credentials; of others only the text stays. */
export function cleanLinks(body: Element): void {
  for (const link of Array.from(body.querySelectorAll('a'))) {
    const target = withoutTracking((link.getAttribute('href') ?? '').trim())
    // The targets of fragment links were not copied.
    if (target === '' || target.startsWith('#') || !isLinkTarget(target)) link.replaceWith(...link.childNodes)
    else link.setAttribute('href', target)
  }
}

function withoutTracking(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  const isRedirect = /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  const redirectTarget = isRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null
  if (redirectTarget !== null && /^https?:/i.test(redirectTarget)) return withoutTracking(redirectTarget)
  const trackers = [...url.searchParams.keys()].filter((name) => tracking.test(name))
  for (const name of trackers) url.searchParams.delete(name)
  const isPrivate = hasCredentials(address)
  url.username = ''
  url.password = ''
  return trackers.length > 0 || isPrivate ? url.href : address
}
