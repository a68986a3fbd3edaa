/** Whether a path may have several spellings: it has escapes, or characters that clients should have escaped. */
const isVaried = /%|[^\x20-\x7e]/

const isMalformed = /%(?![\da-f]{2})/i

const unreserved = /[\w.~-]/

/**
 * The one spelling of all paths that are equal by RFC 3986, 6.2.2, and RFC 3987, 5.3.2.2: capitals in escapes, characters
 * that need no escape unescaped, all others of Unicode escaped, composed (NFC). An escaped slash stays a part of its
 * segment; a path with malformed escapes stays as it is.
 */
export function normalSpelling(path: string): string {
  if (!isVaried.test(path) || isMalformed.test(path)) return path
  return path
    .replace(/%([\da-f]{2})/gi, (escape, code: string) => {
      const character = String.fromCharCode(Number.parseInt(code, 16))
      return unreserved.test(character) ? character : escape.toUpperCase()
    })
    .replace(/(?:%[89A-F][\dA-F])+/g, (escapes) => decoded(escapes))
    .normalize('NFC')
    .toWellFormed()
    .replace(/[^\x20-\x7e]+/g, encodeURIComponent)
}

/** Decodes escapes; what has a lone percent sign, or is not in UTF-8, stays as it is. */
export function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** A path with a slash at its end. */
export const withEnd = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

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

/** A URL with the query parameters of the visitor's own URL added. */
export function withQuery(target: string, search: string): string {
  if (search.length < 2) return target
  const at = target.indexOf('#')
  const [address, hash] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  return `${address}${address.includes('?') ? `&${search.slice(1)}` : search}${hash}`
}
