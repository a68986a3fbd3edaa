import { isLinkTarget } from '#editing/rich-text/links/link-target'

/** What follows readers from one site to the next. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_hsenc|_hsmi|vero_id|yclid|si|ref_src)$/i

/** Links that lead somewhere, straight; of the others the words stay. */
export function cleanLinks(body: Element): void {
  for (const link of Array.from(body.querySelectorAll('a'))) {
    const target = straight((link.getAttribute('href') ?? '').trim())
    // The places that a # led to have stayed behind.
    if (target === '' || target.startsWith('#') || !isLinkTarget(target)) link.replaceWith(...link.childNodes)
    else link.setAttribute('href', target)
  }
}

function straight(address: string): string {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  const isRedirect = /(^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  const behind = isRedirect ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null
  if (behind !== null && /^https?:/i.test(behind)) return straight(behind)
  const followed = [...url.searchParams.keys()].filter((name) => tracking.test(name))
  for (const name of followed) url.searchParams.delete(name)
  return followed.length > 0 ? url.href : address
}
