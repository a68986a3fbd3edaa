import type { ImportRow } from '../store'
import { changeTexts } from '#text/parse-json'
import { unescapeHtml } from '#text/html-text'
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
  const rewritten = changeAddresses(cleanHtml(html), (address) => newAddress(address, place, lacks))
  // Text that begins like JSON would be parsed as such.
  return { html: rewritten.trimStart().startsWith('{') ? `<p>${rewritten}</p>` : rewritten, lacks: [...lacks] }
}

/** Replaces the addresses of links and pictures in HTML for which `to` returns another one. */
export const changeAddresses = (html: string, to: (address: string) => string | undefined): string =>
  html.replace(/<(?:a|img)\s[^<>]*>/g, (tag) => {
    const moved = tag.replace(/ (href|src)="([^"]*)"/g, (whole, attribute: string, value: string) => {
      const found = to(unescapeHtml(value))
      return found === undefined ? whole : ` ${attribute}="${Bun.escapeHTML(found)}"`
    })
    // The other sizes of a picture are at its old address.
    return moved === tag ? tag : moved.replace(/ (?:srcset|sizes)="[^"]*"/g, '')
  })

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
    .map(([, double, single]) => unescapeHtml(double ?? single ?? '').trim())
    .filter((address) => address !== '' && URL.canParse(address, base))
    .map((address) => new URL(address, base).href)
}

/** Clean HTML, still with its old URLs. The sanitizer would remove `//host/…`. */
export const cleanHtml = (html: string): string => sanitizeHtml(withScheme(html))

const withScheme = (html: string) => html.replace(/(\b(?:src|href)\s*=\s*["'])\/\/(?=[^/])/gi, '$1https://')
