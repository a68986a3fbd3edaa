import type { ImportRow } from '../store'
import { changeTexts } from '#text/parse-json'
import { sanitizeHtml } from '#text/sanitize'
import type { ImportTargets } from './import-targets'
import { oldKeys } from './old-addresses'

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
