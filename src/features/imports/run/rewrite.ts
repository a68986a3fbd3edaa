import type { ImportRow } from '../store'
import { changeTexts } from '#text/change-texts'
import { sanitizeHtml } from '#text/sanitize'
import type { ImportTargets } from './import-targets'
import { readAddress } from '#i18n/addresses/href'
import { normalSpelling } from '#text/urls/path-spelling'
import type { ImportedRecord } from '../reading/reader'

/** The fallback picture of a record. */
export const builtInPicture = '/og.png'

type Place = {
  row: Pick<ImportRow, 'host'>
  base: string
  targets: Pick<ImportTargets, 'records' | 'pictures' | 'missing'>
}

/** Rewrites links and pictures in clean HTML to their new locations; returns the old ones that remain. */
export function rewriteHtml(html: string, place: Place): { html: string; lacks: string[] } {
  const lacks = new Set<string>()
  const clean = cleanHtml(html)
  const rewritten = clean.replace(/<(a|img|source|video|audio)\s[^>]*>/g, (tag: string, name: string) => {
    const isPicture = name !== 'a'
    let hasMoved = false
    const moved = tag.replace(/ (href|src|poster)="([^"]*)"/g, (whole: string, attribute: string, value: string) => {
      const found = newAddress(unescaped(value), place, lacks)
      if (found === undefined) return whole
      hasMoved = true
      return ` ${attribute}="${escaped(found)}"`
    })
    // Other sizes of it are on the old site.
    return hasMoved && isPicture ? moved.replace(/ (?:srcset|sizes)="[^"]*"/g, '') : moved
  })
  // Text that begins like JSON would be parsed as such.
  return { html: rewritten.trimStart().startsWith('{') ? `<p>${rewritten}</p>` : rewritten, lacks: [...lacks] }
}

/** Rewrites all old URLs in the values: in HTML, and texts that are entirely a URL. */
export const moveAll = <Value>(value: Value, place: Place): Value => changeTexts(value, (text) => moveText(text, place))

function moveText(text: string, place: Place): string {
  if (/^(?:\/|\.\.?\/)[^\s<>"]+$/.test(text)) return newAddress(text, place, new Set()) ?? text
  return /<(?:a|img)\s/.test(text) ? rewriteHtml(text, place).html : text
}

function newAddress(address: string, { row, base, targets }: Place, lacks: Set<string>): string | undefined {
  if (address.startsWith('#')) return undefined
  const keys = oldKeys(row, address, base)
  const picture = pictureAt(targets.pictures, ...keys)
  if (picture !== undefined) return picture
  for (const key of keys) if (isKnown(targets.missing, key)) lacks.add(key)
  const record = keys.map((key) => targets.records.get(key)).find((found) => found !== undefined)
  return record === undefined ? undefined : record + (/#.*$/.exec(address)?.[0] ?? '')
}

/** The new URL of a picture, for any of its keys and sizes. */
export const pictureAt = (pictures: ReadonlyMap<string, string>, ...keys: string[]): string | undefined =>
  keys
    .flatMap(keysOf)
    .map((key) => pictures.get(key))
    .find((found) => found !== undefined)

const isKnown = (keys: ReadonlySet<string>, key: string) => keysOf(key).some((one) => keys.has(one))

/**
 * The keys of a picture's sizes: WordPress appends them (`a-300x200.jpg`, `a-scaled.jpg`), Ghost has them under
 * `/size/w600/`.
 */
export const keysOf = (key: string): string[] => [
  key,
  key.replace(/-(?:\d+x\d+|scaled)(\.\w+)$/, '$1'),
  key.replace(/\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, '/'),
]

/** The absolute URLs of the pictures in HTML. */
export function picturesIn(html: string, base: string): string[] {
  const named = [...withScheme(html).matchAll(/<img\s[^<>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)]
  return named
    .map(([, double, single]) => unescaped(double ?? single ?? '').trim())
    .filter((address) => address !== '' && URL.canParse(address, base))
    .map((address) => new URL(address, base).href)
}

/** Clean HTML, still with its old URLs. The sanitizer would remove `//host/…`. */
export const cleanHtml = (html: string): string => sanitizeHtml(withScheme(html))

const withScheme = (html: string) => html.replace(/(\b(?:src|href)\s*=\s*["'])\/\/(?=[^/])/gi, '$1https://')

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#038;', '&')
    .replaceAll('&amp;', '&')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A placeholder host for files inside an archive. */
const inside = 'import.invalid'

/** The base URL of links in a record. */
export function baseOf({ host }: Pick<ImportRow, 'host'>, { paths }: Pick<ImportedRecord, 'paths'>): string {
  const root = rootOf(host)
  const [first = ''] = paths
  return URL.canParse(first, root) ? new URL(first, root).href : root
}

/** The URL of a site; without a host, that of the files in an archive. The first host is its own, others have its pictures. */
export const rootOf = (host: string) => `https://${hostsOf(host)[0]}/`

const hostsOf = (host: string): string[] => (host === '' ? [inside] : host.split(' '))

/** Whether it can be loaded by HTTP: files in an archive cannot. */
export const isOutside = (address: string): boolean =>
  /^https?:/i.test(address) && URL.canParse(address) && new URL(address).hostname !== inside

/** Whether a URL is on one of the export's own hosts, with or without `www`. */
export const isOwnHost = (url: URL, host: string): boolean => hostsOf(host).some((one) => bare(url.host) === bare(one))

/**
 * A normalized key of an old URL: the same for `http` and `https`, with and without a trailing slash. undefined for
 * other hosts.
 */
export function oldKey({ host }: Pick<ImportRow, 'host'>, address: string, base?: string): string | undefined {
  if (!URL.canParse(address, base ?? rootOf(host))) return undefined
  const url = new URL(address, base ?? rootOf(host))
  if (!/^https?:$/.test(url.protocol) || !isOwnHost(url, host)) return undefined
  const query = ['p', 'page_id', 'attachment_id'].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`${name}=${value}`]
  })
  return `${decoded(withoutRepeats(url.pathname)).normalize('NFC').replace(/\/+$/, '') || '/'}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Archives refer to files relative to the text, or from their root. */
export const oldKeys = (row: Pick<ImportRow, 'host'>, address: string, base: string): string[] =>
  [oldKey(row, address, base), oldKey(row, address)].filter((key) => key !== undefined)

/** The old path of a URL; undefined if it cannot be redirected. */
function oldPath(row: Pick<ImportRow, 'host'>, address: string): string | undefined {
  const root = rootOf(row.host)
  if (!URL.canParse(address, root)) return undefined
  const url = new URL(address, root)
  if (
    !isOwnHost(url, row.host) ||
    url.search !== '' ||
    url.pathname === '/' ||
    /\.(?:md|markdown)$/i.test(url.pathname)
  )
    return undefined
  return withoutRepeats(url.pathname)
}

/** Servers read several slashes as one. */
const withoutRepeats = (path: string): string => path.replaceAll(/\/{2,}/g, '/')

/** The old paths of a record that lead elsewhere than to its new one. */
export const oldPathsOf = (row: Pick<ImportRow, 'host'>, paths: readonly string[], newPath: string): string[] =>
  paths
    .flatMap((path) => oldPath(row, path) ?? [])
    .filter((path) => readAddress(withSlash(normalSpelling(path))).path !== newPath)

export const withSlash = (path: string): string => path.replace(/\/?$/, '/')

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** Decodes escapes; a text with a lone percent sign stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
