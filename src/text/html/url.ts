/**
 * A URL with an allowed scheme, or one within the site: parsed as browsers do, with invalid characters encoded. undefined
 * for everything else, protocol-relative URLs included.
 */
export function cleanUrl(value: string, schemes: readonly string[]): string | undefined {
  const text = value.replace(/[\t\n\r]/g, '').trim()
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return /^[/\\]{2}/.test(text) ? undefined : encode(straight(text))
  if (!schemes.includes(scheme)) return undefined
  if (scheme === 'http' || scheme === 'https') return cleanWebAddress(text)
  return encode(scheme === 'tel' ? text.replaceAll(' ', '') : text)
}

/** The URL as typed, with invalid characters encoded. */
function cleanWebAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const [, host, rest] = /^https?:\/\/([^/\\?#@]+)($|[/\\?#][^]*)/i.exec(text) ?? []
  const isPlain = host !== undefined && rest !== undefined && /^[\w.\-:[\]\u{a1}-\u{10fffd}]+$/u.test(host)
  if (isPlain) return encode(straight(text))
  url.username = ''
  url.password = ''
  return encode(url.href)
}

/** Browsers treat a backslash in a path as a slash. */
const straight = (text: string) => text.replace(/^[^?#]+/, (path) => path.replaceAll('\\', '/'))

function encode(text: string): string {
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^]*)$/i.exec(text) ?? []
  const [start = '', ...fragment] = rest
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w!$&'()*+,\-./:;=?@~%#\u{a0}-\u{10fffd}]/gu, encodeURIComponent)
    .split('#')
  return authority + start + (fragment.length > 0 ? `#${fragment.join('%23')}` : '')
}
