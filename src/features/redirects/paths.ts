import { readAddress } from '#i18n/addresses/href'
import { withQuery, normalSpelling, withEnd } from '#text/urls'
import { isSafeUrl } from '#text/schema'

/** Paths that cannot be redirected, because they are not pages. */
const reserved = [
  '/admin/',
  '/api/',
  '/assets/',
  '/media/',
  '/preview/',
  '/swagger/',
  '/unsubscribe/',
  '/waitlist/confirm/',
]

export const isReserved = (path: string): boolean =>
  reserved.some((start) => withEnd(readAddress(path).path).startsWith(start))

/** A normalized path without query, with a trailing slash; undefined when it is not a path. */
export function normalPath(text: string): string | undefined {
  if (!text.startsWith('/') || !isSafeUrl(text) || /[?#]/.test(text)) return undefined
  const path = withEnd(normalSpelling(new URL(text, base).pathname))
  // After resolving dots the path may begin with two slashes, which would name another host.
  return path.startsWith('//') ? undefined : withSingleSlashes(path)
}

/** Servers read several slashes as one, and old sites printed such links. */
export const withSingleSlashes = (path: string): string => path.replaceAll(/\/{2,}/g, '/')

/**
 * A redirect target: a URL of another site, or a path of this one with a trailing slash.
 */
export function normalTarget(typed: string): string | undefined {
  // Paths of files are often copied with their spaces.
  const text = typed.replaceAll(' ', '%20')
  if (!isSafeUrl(text)) return undefined
  if (!text.startsWith('/')) return new URL(text).href
  const { pathname, search, hash } = new URL(text, base)
  return pathname.startsWith('//') ? undefined : withPageEnd(normalSpelling(pathname)) + search + hash
}

/** Converts a URL of this site into a path. */
export function ownTarget(target: string, origin: string): string {
  if (target.startsWith('/') || !URL.canParse(origin)) return target
  const url = new URL(target)
  if (url.host !== new URL(origin).host) return target
  return normalTarget(url.pathname + url.search + url.hash) ?? target
}

/** The path of a target, for comparison with sources; undefined for another site's. */
export const pathOf = (target: string): string | undefined =>
  target.startsWith('/') ? withEnd(normalSpelling(target.replace(/[?#].*$/s, ''))) : undefined

/** Shortens a chain: `target` led to a redirect to `end`, and now leads there directly, with its own query. */
export function collapsed(target: string, end: string): string {
  const { search, hash } = new URL(target, base)
  const whole = withQuery(end, search)
  return hash === '' || whole.includes('#') ? whole : whole + hash
}

/** Files get no trailing slash. */
const withPageEnd = (path: string) => (/\.[^/]*$/.test(path) ? path : withEnd(path))

const base = 'http://site.invalid'
