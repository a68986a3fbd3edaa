/** Stands for the origin of a page whose own is not known. */
const anyOrigin = 'http://site.invalid'

/**
 * A URL relative to that of a page, as browsers resolve it. One with a scheme, or that is malformed, stays as it is; if the
 * page is only known by its path, the result is a path too.
 */
export function resolveUrl(url: string, page: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url
  const added = page.startsWith('/') ? anyOrigin : ''
  // A path stays as it was typed.
  if (/^\/(?![/\\])/.test(url)) return (added === '' ? new URL(page).origin : '') + url
  return URL.parse(url, added + page)?.href.slice(added.length) ?? url
}
