import { isRecord, parseJson } from '#text/parse-json'
import { searchForward } from '#text/search-forward'
import { defaultLanguage } from '#i18n/language'
import type { ImportedRecord } from '../payload'
import type { Reader, SentFile } from '../reading/reader'
import { plainText } from '../reading/plain-text'
import { toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { noteIdOf } from '../reading/footnote-ids'
import type { Export, Pattern, Attachment } from './export'
import { replaceShortcodes } from './shortcodes'
import { readElements, type WxrElement } from './wxr-items'
import { languageOfItem, groupOfItem, groupOfOriginal, localeOfTerm } from './wxr-languages'
import { partParagraphs } from './classic-paragraphs'

/** Characters of all reusable blocks that are kept. */
const mostPatterns = 4_000_000
/** The maximum number of hosts of pictures. */
const mostHosts = 20

/** Reads what items refer to, because references may come before their target. */
async function surveyExport(path: string): Promise<Export> {
  const authors = new Map<string, string>()
  const attachments = new Map<string, Attachment>()
  const own = new Map<string, string[]>()
  const locales = new Map<string, string>()
  const patterns = new Map<string, Pattern>()
  const members: Member[] = []
  let patternLength = 0
  let channel: WxrElement['fields'] = {}
  for await (const read of readElements(path)) {
    const { element, fields, meta } = read
    const id = idOf(fields)
    if (element === 'channel') channel = fields
    else if (element === 'author')
      authors.set(fields['wp:author_login'] ?? '', plainText(fields['wp:author_display_name'] ?? ''))
    else if (element === 'term') {
      const named = localeOfTerm(read)
      if (named) locales.set(...named)
    } else if (fields['wp:post_type'] === 'attachment') {
      if (fields['wp:status'] === 'trash') continue
      const parent = fields['wp:post_parent'] ?? '0'
      attachments.set(id, toAttachment(fields, meta))
      if (parent !== '0') own.set(parent, [...(own.get(parent) ?? []), id])
    } else if (fields['wp:post_type'] === 'wp_block') {
      const text = fields['content:encoded'] ?? ''
      patternLength += text.length
      patterns.set(id, {
        title: plainText(fields.title ?? ''),
        text: patternLength <= mostPatterns ? text : '',
        isUsed: false,
      })
    } else if (id !== '')
      members.push({
        id,
        guid: (fields.guid ?? '').trim(),
        group: groupOfItem(read),
        isEnglish: languageOfItem(read, locales).language === defaultLanguage,
      })
  }
  const base =
    [channel['wp:base_blog_url'], channel['wp:base_site_url'], channel.link].find(
      (url) => url !== undefined && URL.canParse(url),
    ) ?? ''
  return {
    base,
    title: plainText(channel.title ?? ''),
    hosts: hostsOf(base, [...attachments.values()]),
    authors,
    attachments,
    own,
    locales,
    patterns,
    keys: keysOf(members, base),
  }
}

const idOf = (fields: WxrElement['fields']): string => (fields['wp:post_id'] ?? '').trim()

/** Its own first, then those of its attachments: WordPress.com, for one, keeps files on a host of their own. */
function hostsOf(base: string, attachments: readonly Attachment[]): readonly string[] {
  const hosts = new Set(URL.canParse(base) ? [new URL(base).host] : [])
  for (const { address } of attachments)
    if (hosts.size < mostHosts && /^https?:/i.test(address) && URL.canParse(address)) hosts.add(new URL(address).host)
  return [...hosts]
}

const toAttachment = (fields: WxrElement['fields'], meta: WxrElement['meta']): Attachment => ({
  address: (fields['wp:attachment_url'] ?? '').trim(),
  alt: plainText(meta.get('_wp_attachment_image_alt') ?? ''),
  caption: fields['excerpt:encoded'] ?? '',
  title: plainText(fields.title ?? ''),
})

type Member = { id: string; guid: string; group: string | undefined; isEnglish: boolean }

/**
 * The keys of items by their ids. Copied posts have the guid of the first, and get one of their own. Translations have
 * that of the English text, or of the first.
 */
function keysOf(members: readonly Member[], base: string): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const keys = new Map<string, string>()
  for (const { id, guid } of members) {
    const key = guid === '' || taken.has(guid) ? `${guid || base}#${id}` : guid
    taken.add(guid)
    keys.set(id, key)
  }
  const originals = new Set(members.flatMap(({ group }) => group ?? []))
  const grouped = Map.groupBy(members, ({ id, group }) => {
    const copied = groupOfOriginal(id)
    return group ?? (originals.has(copied) ? copied : undefined)
  })
  for (const [group, texts] of grouped) {
    if (group === undefined) continue
    const first = texts.find(({ isEnglish }) => isEnglish) ?? texts[0]!
    const shared = keys.get(first.id)!
    for (const { id } of texts) keys.set(id, shared)
  }
  return keys
}

/** A comment of the block editor: it opens or closes a block, or is one without content (`isEmpty`). */
type BlockComment = {
  at: number
  end: number
  name: string
  isClosing: boolean
  isEmpty: boolean
  attributes: Readonly<Record<string, unknown>>
}

const opening = /<!--\s+(\/)?wp:([a-z][\w/-]*)(?=\s)/g

/** The comments of the block editor in a text, in linear time. */
function* blockComments(text: string): Generator<BlockComment> {
  const endOf = searchForward(text, /-->/g)
  let last = 0
  for (const { index, 0: begun, 1: slash, 2: name = '' } of text.matchAll(opening)) {
    if (index < last) continue
    const from = index + begun.length
    const close = endOf(from)
    if (!close) return
    last = close.index + close[0].length
    const inside = text.slice(from, close.index).trim()
    const isEmpty = inside.endsWith('/')
    const json = isEmpty ? inside.slice(0, -1) : inside
    const attributes = json === '' ? undefined : parseJson(json)
    yield {
      at: index,
      end: last,
      name,
      isClosing: slash === '/',
      isEmpty,
      attributes: isRecord(attributes) ? attributes : {},
    }
  }
}

/** `footnotes`: the JSON of the field in which the block editor stores them. */
type Sources = { footnotes?: string }

/**
 * Converts the text of either WordPress editor into HTML. Text between blocks is from the classic editor. `dynamic` are
 * blocks without content, which the old site rendered on request; of some the words are in the comments.
 */
export function readText(text: string, { footnotes }: Sources = {}): { html: string; dynamic: string[] } {
  const notes = listOfNotes(footnotes, text)
  if (!text.includes('<!-- wp:')) return { html: partParagraphs(text) + notes, dynamic: [] }
  const dynamic = new Set<string>()
  let html = ''
  let depth = 0
  let at = 0
  let hasNotes = false
  const take = (piece: string) => void (html += depth === 0 ? partParagraphs(piece) : piece)
  for (const comment of blockComments(text)) {
    take(text.slice(at, comment.at))
    at = comment.end
    if (comment.isEmpty) {
      const words = comment.name === 'footnotes' ? notes : wordsOf(comment)
      if (words === '') dynamic.add(comment.name)
      if (comment.name !== 'footnotes' || !hasNotes) html += words
      hasNotes ||= comment.name === 'footnotes'
    } else depth = Math.max(0, depth + (comment.isClosing ? -1 : 1))
  }
  take(text.slice(at))
  return { html: html + (hasNotes ? '' : notes), dynamic: [...dynamic] }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The link in the comment of a block; '' if it has none. */
function wordsOf({ name, attributes }: BlockComment): string {
  const given = textOf(attributes.url) || textOf(attributes.href) || textOf(attributes.feedURL)
  const label = ['label', 'title', 'text', 'fileName'].map((key) => textOf(attributes[key])).find((text) => text !== '')
  const isItem = name.startsWith('social-link') || name.startsWith('navigation-')
  if (given === '') return isItem && label !== undefined ? `<li>${Bun.escapeHTML(label)}</li>` : ''
  const service = textOf(attributes.service) || name.replace(/^.*social-link-?/, '')
  const named = label ?? (name.startsWith('social-link') ? capitalized(service) : '')
  const address = addressOf(given)
  const link = `<a href="${Bun.escapeHTML(address)}">${Bun.escapeHTML(named || address)}</a>`
  return isItem ? `<li>${link}</li>` : `<p>${link}</p>`
}

/** Editors leave out the scheme. */
function addressOf(given: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(given)) return given.replace(/^\/\//, 'https://')
  return /^[^\s/@]+@[^\s/@]+$/.test(given) ? `mailto:${given}` : `https://${given}`
}

const capitalized = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase())

/** As the editor of this site stores footnotes; those without a mark in the text lead nowhere back. */
function listOfNotes(json: string | undefined, text: string): string {
  const parsed = json === undefined || json.trim() === '' ? undefined : parseJson(json)
  const notes = (Array.isArray(parsed) ? parsed : []).filter((note) => isRecord(note))
  const entries = notes.map(({ id, content }) => {
    const note = noteIdOf(textOf(id))
    const back = text.includes(`data-fn="${textOf(id)}"`) ? ` <a href="#${note}-ref">↩</a>` : ''
    return `<li id="${note}"><span>${textOf(content)}</span>${back}</li>`
  })
  return entries.length === 0 ? '' : `<ol>${entries.join('')}</ol>`
}

const reference = /<!--\s+wp:block\s+\{[^{}]*"ref":\s*(\d+)[^{}]*\}\s+\/-->/g
const deepest = 3
/** Characters of a text with its reusable blocks. */
const longest = 2_000_000

/** Replaces references to reusable blocks by their texts; unknown ones stay. */
function fillPatterns(text: string, patterns: ReadonlyMap<string, Pattern>): string {
  let filled = text
  for (let depth = 0; depth < deepest && filled.includes('wp:block '); depth++) {
    let added = 0
    filled = filled.replace(reference, (whole, id: string) => {
      const pattern = patterns.get(id)
      if (!pattern || pattern.text === '' || filled.length + added + pattern.text.length > longest) return whole
      added += pattern.text.length
      pattern.isUsed = true
      return pattern.text
    })
    if (added === 0) break
  }
  return filled
}

/** Internal post types of WordPress whose contents are part of others. */
const inner = /^(?:attachment|wp_block)$/
/** Maximum characters of a text to read: far more than the site stores. */
const longestText = 2_000_000

/** The export of WordPress (WXR). It is read twice, because references may come before their target. */
export const readWxr: Reader = async (file) => {
  const known = await surveyExport(file.path)
  return { host: known.hosts.join(' '), items: itemsOf(file, known) }
}

async function* itemsOf({ path, skip }: SentFile, known: Export): AsyncGenerator<ReadItem> {
  for (const [id, { address, alt, title }] of known.attachments) {
    if (!/^https?:/i.test(address) || !URL.canParse(address)) {
      skip({ title: title || address || id, why: 'noAddress' })
      continue
    }
    const name = new URL(address).pathname.split('/').at(-1) ?? ''
    yield { type: 'media', key: address, title: title || name, payload: { address, name, alt } }
  }
  for await (const element of readElements(path)) {
    const item = element.element === 'item' ? readPost(element, known, skip) : undefined
    if (item) yield item
  }
  for (const [id, { title, isUsed }] of known.patterns)
    if (!isUsed) skip({ title: title || `wp_block ${id}`, why: 'type', values: { type: 'wp_block' } })
}

/** A post or a page; undefined if it is left out, which is reported. */
function readPost(element: WxrElement, known: Export, skip: SentFile['skip']): ReadItem | undefined {
  const { fields, terms, meta, comments } = element
  const type = fields['wp:post_type'] ?? 'post'
  const status = fields['wp:status'] ?? 'publish'
  const text = fields['content:encoded'] ?? ''
  const id = idOf(fields)
  const title = plainText(fields.title ?? '')
  const remark = (why: string, values?: Record<string, string | number>) =>
    skip({ title: title || fields.link || `${type} ${id}`, why, values })
  if (status === 'trash') return void remark('trash')
  if (inner.test(type)) return undefined
  if (type !== 'post' && type !== 'page') return void remark('type', { type })
  if (status === 'auto-draft' || status === 'inherit') return void remark('unsaved')
  const { language, otherLanguage } = languageOfItem(element, known.locales)
  if (otherLanguage !== undefined) return void remark('languageLeftOut', { name: otherLanguage })
  if (text.length > longestText) return void remark('tooLong')
  const isSecret = (fields['wp:post_password'] ?? '') !== ''
  if (isSecret) remark('password')
  const { html, removed, linked } = toHtml(text, id, known, meta.get('footnotes'))
  for (const name of removed) remark('shortcode', { name })
  for (const name of linked) remark('shortcodeLink', { name })
  if (comments > 0) remark('comments', { count: comments })
  const featured = known.attachments.get(meta.get('_thumbnail_id') ?? '')
  const payload: ImportedRecord = {
    title,
    slug: (fields['wp:post_name'] ?? '').trim(),
    html,
    excerpt: plainText(fields['excerpt:encoded'] ?? ''),
    category: plainText(terms.find(({ domain }) => domain === 'category')?.name ?? ''),
    author: known.authors.get(fields['dc:creator'] ?? '') || plainText(fields['dc:creator'] ?? ''),
    image: featured?.address ?? '',
    imageAlt: featured?.alt ?? '',
    publishedAt: dateOf(fields),
    status: !isSecret && (status === 'publish' || status === 'future') ? 'published' : 'draft',
    metadata: metadataOf(meta, { title, site: known.title }),
    paths: pathsOf(fields, { id, base: known.base, type }),
    ...(language ? { language } : {}),
  }
  const key = known.keys.get(id) ?? ((fields.guid ?? '').trim() || `${known.base}#${fields.link || title}`)
  return { type, key, title, ...(language ? { language } : {}), payload }
}

function toHtml(text: string, id: string, { attachments, own, patterns }: Export, footnotes: string | undefined) {
  const {
    html: shown,
    removed,
    linked,
  } = replaceShortcodes(fillPatterns(text, patterns), {
    byId: (one) => attachments.get(one.trim()),
    own: (own.get(id) ?? []).flatMap((one) => attachments.get(one) ?? []),
  })
  const { html, dynamic } = readText(shown, { footnotes })
  return { html, removed: [...removed, ...dynamic.map((name) => `wp:${name}`)], linked }
}

/** Drafts have no date in UTC yet: the local one of the old site is the closest. */
const dateOf = (fields: WxrElement['fields']): string | null =>
  toUtc(fields['wp:post_date_gmt'] ?? '') ?? toUtc(fields['wp:post_date'] ?? '') ?? toUtc(fields.pubDate ?? '')

/** Yoast stores names of variables, which are filled in when a page is shown. */
function metadataOf(meta: WxrElement['meta'], { title, site }: { title: string; site: string }) {
  const filled = (text: string | undefined) =>
    plainText(text ?? '')
      .replaceAll('%%title%%', title)
      .replaceAll('%%sitename%%', site)
      .replaceAll('%%sep%%', '–')
      .replaceAll(/%%\w+%%/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/^– | –$/g, '')
  const of = { title: filled(meta.get('_yoast_wpseo_title')), description: filled(meta.get('_yoast_wpseo_metadesc')) }
  return Object.fromEntries(Object.entries(of).filter(([, text]) => text !== ''))
}

/** Its old paths: its permalink, and the URLs with its id, which texts also use. */
function pathsOf(
  fields: WxrElement['fields'],
  { id, base, type }: { id: string; base: string; type: string },
): string[] {
  const numbered = /^\d+$/.test(id)
    ? ['p', ...(type === 'page' ? ['page_id'] : [])].map((name) => `${base.replace(/\/$/, '')}/?${name}=${id}`)
    : []
  const link = (fields.link ?? '').trim()
  return [...new Set([...(URL.canParse(link) ? [link] : []), ...numbered])]
}
