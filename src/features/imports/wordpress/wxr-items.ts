import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import { noteGarbage } from '#platform/garbage-collection'
import { unreadable } from '../reading/reader'
import { encodingOf } from '#text/encoding'
import { joinHalves } from '#text/html/parse'
import { entityCharacter } from '../reading/written-values'
import { isLanguage, type Language } from '#i18n/language'

/** The texts of an element's children by name; `terms` and `meta` may occur several times in an item. */
export type WxrElement = {
  element: 'channel' | 'author' | 'term' | 'item'
  fields: Readonly<Record<string, string>>
  terms: readonly { domain: string; slug: string; name: string }[]
  meta: ReadonlyMap<string, string>
  comments: number
}

const wholes: Readonly<Record<string, WxrElement['element']>> = {
  item: 'item',
  'wp:author': 'author',
  'wp:term': 'term',
}
const deepest = 100
const pieceLength = 1024 * 1024

/**
 * Streams the items and authors of an export in order, and at the end the channel itself. Throws 422 if it is no such
 * export.
 */
export async function* readElements(path: string): AsyncGenerator<WxrElement> {
  const read: WxrElement[] = []
  const parser = openParser((element) => read.push(element))
  for await (const piece of mendXml(textOf(path))) {
    // Characters that are invalid in XML, but written by WordPress if somebody has pasted them.
    parser.write(piece.replaceAll(/[^\t\n\r\u0020-\ufffd]/g, ''))
    noteGarbage(piece.length)
    yield* read.splice(0)
  }
  parser.close()
  yield* read.splice(0)
}

/** In the encoding that the file tells. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(await Bun.file(path).slice(0, 1024).bytes()))
  for await (const piece of createReadStream(path, { highWaterMark: pieceLength }))
    yield decoder.decode(piece as Uint8Array, { stream: true })
  yield decoder.decode()
}

type Open = Omit<WxrElement, 'element' | 'fields' | 'terms' | 'meta'> & {
  fields: Record<string, string>
  terms: WxrElement['terms'][number][]
  meta: Map<string, string>
}
const newOpen = (): Open => ({ fields: Object.create(null), terms: [], meta: new Map(), comments: 0 })

/** Those of HTML as well. */
const namedEntities: Record<string, string> = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'string' ? entityCharacter(name) : undefined) },
)

/** Faults in a text, which the parser takes as it is written. */
const tolerated = /(?:undefined entity|malformed character entity|disallowed in char data)\.$/

function openParser(found: (element: WxrElement) => void): SaxesParser {
  const parser = new SaxesParser<{ position: false }>({ position: false })
  const channel = newOpen()
  const path: string[] = []
  let whole: Open | undefined
  let text = ''
  let term = { domain: '', slug: '' }
  let metaKey = ''
  let isEnded = false
  parser.ENTITIES = namedEntities
  parser.on('doctype', () => {
    throw unreadable('validation.importDoctype')
  })
  parser.on('error', ({ message }) => {
    // What is printed below the export is ignored.
    if (!isEnded && !tolerated.test(message)) throw unreadable('validation.importDamaged')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (isEnded) return
    if (path.length === 0 && name !== 'rss') throw unreadable('validation.importUnknown')
    if (path.length === deepest) throw unreadable('validation.importDamaged')
    path.push(name)
    text = ''
    if (path.length === 3 && name in wholes) whole = newOpen()
    if (path.length === 4 && name === 'category')
      term = { domain: String(attributes.domain ?? ''), slug: String(attributes.nicename ?? '') }
    if (path.length === 4 && name === 'wp:postmeta') metaKey = ''
  })
  const takeText = (piece: string) => void (text += piece)
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('closetag', ({ name }) => {
    if (isEnded) return
    if (path.length === 3) {
      const element = whole && wholes[name]
      if (whole && element) found({ element, ...whole })
      else channel.fields[name] ??= text
      whole = undefined
    } else if (whole && path.length === 4) {
      if (name === 'category') whole.terms.push({ ...term, name: text })
      else if (name === 'wp:comment') whole.comments++
      else whole.fields[name] ??= text
    } else if (whole && path.length === 5 && path[3] === 'wp:postmeta') {
      if (name === 'wp:meta_key') metaKey = text
      else if (name === 'wp:meta_value' && !whole.meta.has(metaKey)) whole.meta.set(metaKey, text)
    }
    path.pop()
    text = ''
    isEnded = path.length === 0
  })
  parser.on('end', () => {
    if (!('wp:wxr_version' in channel.fields)) throw unreadable('validation.importUnknown')
    found({ element: 'channel', ...channel })
  })
  return parser
}

/** `otherLanguage`: one that the site does not have, as it is named. */
type ItemLanguage = { language?: Language; otherLanguage?: string }

/** What plugins for several languages write into an item: Polylang uses terms, WPML and others fields. */
const languageFields = ['_wpml_import_language_code', 'wpml_language', '_wpml_language', '_icl_lang', 'icl_lang']
const groupFields = ['_wpml_import_translation_group', 'wpml_trid', '_wpml_trid', '_icl_trid', 'trid']
const originalFields = ['_icl_lang_duplicate_of', '_wpml_original_post_id']

type Item = Pick<WxrElement, 'fields' | 'terms' | 'meta'>

const firstOf = ({ meta }: Item, names: readonly string[]): string =>
  names.map((name) => meta.get(name)?.trim() ?? '').find((text) => text !== '') ?? ''
const termOf = ({ terms }: Item, taxonomy: string) => terms.find(({ domain }) => domain === taxonomy)?.slug ?? ''

/** The language of an item. `locales`: those of Polylang's languages, whose names may be any. */
export function languageOfItem(item: Item, locales: ReadonlyMap<string, string>): ItemLanguage {
  const term = termOf(item, 'language')
  const written = (term && (locales.get(term) ?? term)) || firstOf(item, languageFields) || languageInLink(item)
  const code = written.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  if (code === '' || code === 'all') return {}
  return isLanguage(code) ? { language: code } : { otherLanguage: written.replaceAll('_', '-') }
}

function languageInLink({ fields }: Item): string {
  const link = URL.parse((fields.link ?? '').trim())
  const named = link?.searchParams.get('lang') ?? ''
  return /^[a-z]{2}(?:[-_]\w+)?$/i.test(named) ? named : ''
}

/** The locale of a language of Polylang, by the term's slug; it stands in serialized PHP. */
export function localeOfTerm({ fields }: Pick<WxrElement, 'fields'>): readonly [string, string] | undefined {
  if (fields['wp:term_taxonomy'] !== 'language') return undefined
  const locale = /"locale";s:\d+:"([\w-]+)"/.exec(fields['wp:term_description'] ?? '')?.[1]
  return locale === undefined ? undefined : [fields['wp:term_slug'] ?? '', locale]
}

/** The name of the group of an item and its translations; undefined if it has none. */
export function groupOfItem(item: Item): string | undefined {
  const group = termOf(item, 'post_translations') || firstOf(item, groupFields)
  const original = firstOf(item, originalFields)
  return group || (/^\d+$/.test(original) ? groupOfOriginal(original) : undefined)
}

/** The group of the copies of an item, by its id. */
export const groupOfOriginal = (id: string): string => `copies of ${id}`

const cdata = '<![CDATA['
/** The longest start of an entity or a section that a piece may end with. */
const longestStart = 40

/**
 * The text of an XML file as its parser takes it. Exports are printed by PHP, which may write blank lines or warnings
 * above the declaration, a bare `&`, control characters, and `]]>` inside a section.
 */
async function* mendXml(pieces: AsyncIterable<unknown>): AsyncGenerator<string> {
  let hold = ''
  let isStarted = false
  let isEnded = false
  async function* read() {
    for await (const piece of pieces) yield String(piece)
    isEnded = true
    yield ''
  }
  for await (const piece of read()) {
    hold += piece
    if (!isStarted) {
      if (hold.length < longestStart && !isEnded) continue
      hold = fromDeclaration(hold)
      isStarted = true
    }
    for (;;) {
      const { mended, rest, isStuck } = next(hold, isEnded)
      hold = rest
      if (mended !== '') yield mended
      if (isStuck || (mended === '' && rest === '')) break
    }
  }
}

/** Without what is printed above the declaration, unless that is a document type. */
function fromDeclaration(text: string): string {
  const at = text.search(/<\?xml\s/)
  return at > 0 && !/<!DOCTYPE/i.test(text.slice(0, at)) ? text.slice(at) : text.replace(/^[\uFEFF\s]+/, '')
}

type Step = { mended: string; rest: string; isStuck: boolean }

/** One section or comment, or the text up to the next; `isStuck` if more of the file is needed. */
function next(text: string, isEnded: boolean): Step {
  const at = text.search(/<!\[CDATA\[|<!--/)
  if (at === -1) {
    const end = isEnded ? text.length : safeEnd(text)
    return { mended: mendText(text.slice(0, end)), rest: text.slice(end), isStuck: true }
  }
  const isSection = text.startsWith(cdata, at)
  // The element's name stays with the section, which ends before its closing tag.
  const name = isSection ? /<([\w:-]+)[^<>]*>\s*$/.exec(text.slice(Math.max(0, at - 300), at))?.[1] : undefined
  const end = isSection ? endOfSection(text, at + cdata.length, { name, isEnded }) : text.indexOf('-->', at + 4)
  if (end === -1) {
    if (!isEnded) return { mended: '', rest: text, isStuck: true }
    return { mended: mendText(text.slice(0, at)) + text.slice(at), rest: '', isStuck: true }
  }
  const inside = text.slice(at, end)
  const whole = isSection ? cdata + inside.slice(cdata.length).replaceAll(']]>', ']]]]><![CDATA[>') : inside
  return {
    mended: `${mendText(text.slice(0, at))}${whole}${text.slice(end, end + 3)}`,
    rest: text.slice(end + 3),
    isStuck: false,
  }
}

/**
 * The position of the `]]>` that ends a section, -1 if it is not there yet. One inside of it is not the last before the
 * closing tag of the element, with no other section between.
 */
function endOfSection(text: string, from: number, { name, isEnded }: { name?: string; isEnded: boolean }): number {
  const first = text.indexOf(']]>', from)
  if (first === -1 || name === undefined) return first
  const after = text.slice(first + 3, first + 3 + cdata.length)
  if (after.startsWith('</') || after === cdata) return first
  const close = text.indexOf(`</${name}`, first)
  if (close === -1) return isEnded ? first : -1
  const last = text.lastIndexOf(']]>', close)
  const isInside = last > first && text.slice(last + 3, close).trim() === '' && !text.slice(first, last).includes(cdata)
  return isInside ? last : first
}

/** Not within entities, a section's beginning, or the tag before it. */
function safeEnd(text: string): number {
  const tag = text.lastIndexOf('<')
  if (tag !== -1 && text.length - tag < 300) return tag
  const entity = text.indexOf('&', text.length - longestStart)
  return entity === -1 ? text.length : entity
}

const mendText = (text: string): string =>
  joinHalves(text)
    .replaceAll(/&(?!#\d{1,10};|#x[\da-f]{1,10};|[a-z][\w.-]{0,31};)/gi, '&amp;')
    .replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (whole, hex?: string, decimal?: string) =>
      isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? whole : '',
    )

/** Whether XML allows it: no control characters, halves of others, or numbers beyond Unicode. */
const isCharacter = (code: number): boolean =>
  code <= 0x10ffff && /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(String.fromCodePoint(code))
