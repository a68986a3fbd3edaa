import type { Finding } from './finding'

/** A file of the site as received. */
export type Sent = { address: string; text: string }
export type Site = { pages: Sent[]; sitemaps: Sent[]; feeds: Sent[]; findings: Finding[]; skipped: string[] }

const timeout = 15_000
const mostSitemaps = 20

/**
 * Reads at most `mostPages` pages of a site: those of its sitemap first, then linked ones of the same origin. Skips
 * what `robots.txt` disallows for everybody.
 */
export async function readSite(start: string, mostPages: number): Promise<Site> {
  const { origin } = new URL(start)
  const site: Site = { pages: [], sitemaps: [], feeds: [], findings: [], skipped: [] }
  const robots = await read(`${origin}/robots.txt`)
  const { closed, sitemaps } = readRobots(robots.ok ? robots.text : '')
  const listed = await readSitemaps(sitemaps.length ? sitemaps : [`${origin}/sitemap.xml`], site)
  // Values added to a set during iteration are visited last.
  const waiting = new Set([start, ...listed].map((address) => new URL(address).href))
  const feeds = new Set<string>()
  const left = new Set<string>()
  for (const address of waiting) {
    const { pathname, origin: itsOrigin } = new URL(address)
    if (itsOrigin !== origin || closed.some((path) => pathname.startsWith(path))) continue
    if (site.pages.length >= mostPages) {
      left.add(address)
      continue
    }
    const answer = await read(address)
    if (!answer.ok) site.findings.push({ check: 'pages', address, message: `answered ${answer.status}` })
    if (!answer.ok || !answer.type.includes('html')) continue
    site.pages.push({ address, text: answer.text })
    const found = readLinks(answer.text, answer.address)
    for (const feed of found.feeds) feeds.add(feed)
    for (const link of found.links) waiting.add(link)
  }
  if (left.size > 0) site.skipped.push(`${left.size} pages past the ${mostPages} of --pages`)
  for (const address of feeds) {
    const answer = await read(address)
    if (answer.ok) site.feeds.push({ address, text: answer.text })
    else site.findings.push({ check: 'feeds', address, message: `answered ${answer.status}` })
  }
  return site
}

/** The URLs listed in the sitemaps, including those of a sitemap index. */
async function readSitemaps(addresses: string[], site: Site): Promise<string[]> {
  const pages: string[] = []
  const waiting = [...addresses]
  for (const address of waiting) {
    if (site.sitemaps.length >= mostSitemaps) {
      site.skipped.push(`sitemaps past the first ${mostSitemaps}`)
      break
    }
    const answer = await read(address)
    if (!answer.ok) {
      site.findings.push({ check: 'sitemap', address, message: `answered ${answer.status}` })
      continue
    }
    site.sitemaps.push({ address, text: answer.text })
    const listed = [...answer.text.matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)].map(([, one = '']) =>
      one.replaceAll('&amp;', '&'),
    )
    ;(answer.text.includes('<sitemapindex') ? waiting : pages).push(...listed.filter((one) => URL.canParse(one)))
  }
  return pages
}

function readRobots(text: string) {
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}:[ \\t]*(\\S+)`, 'gim'))].map(([, value = '']) => value)
  return { closed: values('disallow'), sitemaps: values('sitemap') }
}

function readLinks(html: string, base: string) {
  const links = new Set<string>()
  const feeds = new Set<string>()
  const note = (into: Set<string>, href: string | null) => {
    const url = href === null || !URL.canParse(href, base) ? undefined : new URL(href, base)
    if (!url || !url.protocol.startsWith('http')) return
    url.hash = ''
    into.add(url.href)
  }
  new HTMLRewriter()
    .on('a[href]', { element: (one) => note(links, one.getAttribute('href')) })
    .on('link[rel=alternate][type="application/atom+xml"], link[rel=alternate][type="application/rss+xml"]', {
      element: (one) => note(feeds, one.getAttribute('href')),
    })
    .transform(html)
  return { links: [...links], feeds: [...feeds] }
}

/** The response, or the error in place of its status. */
async function read(address: string) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) })
    return {
      ok: answer.ok,
      status: String(answer.status),
      address: answer.url,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  } catch (error) {
    return { ok: false, status: String(error), address, type: '', text: '' }
  }
}
