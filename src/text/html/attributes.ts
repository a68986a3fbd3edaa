import type { Attribute } from './node'

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const forbidden = /[\0-\x08\v\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const suspect = /[\0-\x08\v-\x1f\x7f-\x9f\ud800-\uffff]/

/** Removes control characters that a document must not contain, and normalizes line breaks as a parser does. */
export function cleanText(text: string): string {
  return suspect.test(text) ? text.replace(/\r\n?/g, '\n').replaceAll('\f', ' ').replace(forbidden, '') : text
}

/**
 * A URL with an allowed scheme, or one within the site: parsed as browsers do, with invalid characters encoded. undefined
 * for everything else, protocol-relative URLs included.
 */
function cleanUrl(value: string, schemes: readonly string[]): string | undefined {
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

const longest = 4000

type Candidate = { url: string; descriptor: string }

/** The candidates that are valid in combination with the first one. */
function cleanSrcset(value: string): string | undefined {
  const candidates = readCandidates(value)
  const unit = candidates[0] && unitOf(candidates[0])
  const seen = new Set<number>()
  const kept = candidates.flatMap((candidate) => {
    const url = cleanUrl(candidate.url, ['http', 'https'])
    const size = Number.parseFloat(candidate.descriptor || '1')
    if (!url || unitOf(candidate) !== unit || seen.has(size)) return []
    seen.add(size)
    return [`${url}${candidate.descriptor && ` ${candidate.descriptor}`}`]
  })
  return kept.length > 0 ? kept.join(', ') : undefined
}

/** `sizes` is required with width descriptors, and not allowed with others. */
function cleanSizes(sizes: string | undefined, srcset: string): string | undefined {
  const [first] = readCandidates(srcset)
  if (!first || unitOf(first) === 'x') return undefined
  return sizes !== undefined && sizes.length < 500 && validSizes.test(sizes.trim()) ? sizes : '100vw'
}

/** The well-formed candidates with a safe URL. */
function readCandidates(value: string): Candidate[] {
  if (value.length > longest) return []
  return [...value.matchAll(/[\s,]*(\S*[^\s,])(?:\s+([^,]*))?(?:,|$)/g)].flatMap(([, url = '', description = '']) => {
    const descriptor = description.trim()
    const isSize = /^(?:\d+w|\d+(?:\.\d+)?x)$/.test(descriptor) && Number.parseFloat(descriptor) > 0
    const isValid = descriptor === '' || isSize
    return isValid && cleanUrl(url, ['http', 'https']) ? [{ url, descriptor }] : []
  })
}

const unitOf = ({ descriptor }: Candidate) => (descriptor.endsWith('w') ? 'w' : 'x')

const length = String.raw`(?:0|\d*\.?\d+(?:px|r?em|ex|ch|v[wh]|vmin|vmax|cm|mm|in|pt|pc)|calc\([\d\s.+*/()a-z-]+\))`
const feature = String.raw`\(\s*(?:min|max)-(?:width|height)\s*:\s*${length}\s*\)`
const condition = String.raw`(?:not\s+)?${feature}(?:\s+and\s+${feature})*`
const validSizes = new RegExp(`^(?:${condition}\\s+${length}\\s*,\\s*)*${length}$`, 'i')

const year = String.raw`\d{4}`
const month = String.raw`(?:0[1-9]|1[0-2])`
const day = String.raw`(?:0[1-9]|[12]\d|3[01])`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?`
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)`
const forms = [
  year,
  `${year}-${month}`,
  String.raw`${year}-W(?:0[1-9]|[1-4]\d|5[0-2])`,
  clock,
  zone,
  `(?:--)?(?<yearless>${month}-${day})`,
  `(?<date>${year}-${month}-${day})(?:[T ]${clock}${zone}?)?`,
  String.raw`P(?=.)(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,3})?S)?)?`,
].map((form) => new RegExp(`^${form}$`))

/** Whether a text is one of the dates, times and durations that a `time` element may hold. */
function isDatetime(text: string): boolean {
  const found = forms.map((form) => form.exec(text)).find((match) => match !== null)
  if (!found || text.startsWith('0000')) return false
  const { date, yearless } = found.groups ?? {}
  return isDay(date ?? (yearless && `2000-${yearless}`))
}

/** 30 February has the form of a date. */
function isDay(date: string | undefined): boolean {
  if (date === undefined) return true
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

const names = { language: displayNames('language'), script: displayNames('script'), region: displayNames('region') }
const shape = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-[a-z\d-]*)?$/i

/**
 * The known parts of a language tag; undefined if the language itself is unknown. An empty text declares the language
 * as unknown.
 */
function cleanLanguage(tag: string): string | undefined {
  const [, language, script, region] = shape.exec(tag) ?? []
  if (tag === '') return tag
  if (language === undefined || !isKnown('language', language)) return undefined
  if (script !== undefined && !isKnown('script', script)) return language
  const known = [language, script, region !== undefined && isKnown('region', region) ? region : undefined]
  return known.filter((part) => part !== undefined).join('-')
}

const isKnown = (type: keyof typeof names, code: string) => names[type]().of(code) !== undefined

/** Created lazily, because it is slow. */
function displayNames(type: 'language' | 'script' | 'region') {
  let made: Intl.DisplayNames | undefined
  return () => (made ??= new Intl.DisplayNames('en', { type, fallback: 'none' }))
}

/** Returns the value to store; undefined removes the attribute. */
type Rule = (value: string) => string | undefined
type Given = { name: string; value: string }

const any: Rule = (value) => value
const integer: Rule = (value) => (/^-?\d+$/.test(value) ? value : undefined)
const pixels: Rule = (value) => /^\s*(\d+)(?:px)?\s*$/.exec(value)?.[1]
const count =
  (least: number, most: number): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? value : undefined
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.find((word) => word === value.toLowerCase())
const pattern =
  (allowed: RegExp): Rule =>
  (value) =>
    allowed.test(value) ? value : undefined
const link: Rule = (value) => cleanUrl(value, ['http', 'https', 'mailto', 'tel'])
const webLink: Rule = (value) => cleanUrl(value, ['http', 'https']) || undefined
const target = pattern(/^(?:_(?:blank|self|parent|top)|[a-z\d][\w-]*)$/i)
const codeLanguage: Rule = (value) =>
  value
    .split(/\s+/)
    .filter((name) => name.startsWith('language-'))
    .join(' ') || undefined
const cell = { colspan: count(1, 1000), rowspan: count(0, 65_534) }

/** The ids of footnotes and their references; no other id is allowed in content, because the page has ids of its own. */
const noteId = /^note-[a-z\d]{1,20}(?:-ref)?$/

const everywhere: Record<string, Rule> = { lang: cleanLanguage, dir: oneOf('ltr', 'rtl', 'auto'), title: any }

const rules: Record<string, Record<string, Rule>> = {
  a: { href: link, hreflang: (value) => cleanLanguage(value) || undefined, target, rel: any },
  img: {
    src: webLink,
    srcset: cleanSrcset,
    sizes: any,
    alt: any,
    width: pixels,
    height: pixels,
    loading: oneOf('lazy', 'eager'),
    decoding: oneOf('sync', 'async', 'auto'),
  },
  ol: { start: integer, reversed: () => '', type: pattern(/^[1aAiI]$/) },
  li: { value: integer, id: pattern(noteId) },
  sup: { id: pattern(noteId) },
  time: { datetime: (value) => (isDatetime(value) ? value : undefined) },
  blockquote: { cite: link },
  q: { cite: link },
  details: { open: () => '' },
  col: { span: count(1, 1000) },
  colgroup: { span: count(1, 1000) },
  td: cell,
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), abbr: any },
  code: { class: codeLanguage },
  pre: { class: codeLanguage },
}

/** The allowed attributes of an element with valid values. */
export function cleanAttributes(tag: string, given: Given[]): Attribute[] {
  if (given.length === 0 && tag !== 'img') return []
  const own = rules[tag] ?? {}
  const kept = given.flatMap(({ name, value }): Attribute[] => {
    const rule = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(everywhere, name) ? everywhere[name] : undefined
    const clean = rule?.(cleanText(value))
    return clean === undefined ? [] : [[name, clean]]
  })
  if (tag === 'a') return safeLink(kept)
  return tag === 'img' ? wholePicture(kept) : kept
}

/** Adds `noopener` to links that open a new tab; removes the target of an anchor without a link. */
function safeLink(attributes: Attribute[]): Attribute[] {
  const isLink = attributes.some(([name]) => name === 'href')
  const opensTab = attributes.some(([name, value]) => name === 'target' && value.toLowerCase() === '_blank')
  if (!isLink) return attributes.filter(([name]) => !['hreflang', 'target', 'rel'].includes(name))
  if (!opensTab) return attributes
  const others = attributes.filter(([name]) => name !== 'target' && name !== 'rel')
  return [...others, ['target', '_blank'], ['rel', 'noopener noreferrer']]
}

/** Adds an empty alternative text to a picture without one. */
function wholePicture(attributes: Attribute[]): Attribute[] {
  const srcset = attributes.find(([name]) => name === 'srcset')?.[1]
  const given = attributes.find(([name]) => name === 'sizes')?.[1]
  const sizes = srcset === undefined ? undefined : cleanSizes(given, srcset)
  const kept = attributes.flatMap(([name, value]): Attribute[] => {
    if (name !== 'sizes') return [[name, value]]
    return sizes === undefined ? [] : [[name, sizes]]
  })
  return [
    ...kept,
    ...(sizes !== undefined && given === undefined ? [['sizes', sizes] as const] : []),
    ...(kept.some(([name]) => name === 'alt') ? [] : [['alt', ''] as const]),
  ]
}
