import { defaultLanguage } from '#i18n/language'
import type { ImportedRecord, ReadItem, Reader, SentFile } from '../reading/reader'
import { plainText, toUtc } from '../reading/written-values'
import { type Pattern, fillPatterns, readText } from './post-text'
import { type Attachment, replaceShortcodes } from './shortcodes'
import { readElements, type WxrElement, languageOfItem, groupOfItem, groupOfOriginal, localeOfTerm } from './wxr-items'

/** Internal post types of WordPress whose contents are part of others. */
const inner = /^(?:attachment|wp_block)$/
/** Maximum characters of a text to read: far more than the site stores. */
const longestText = 2_000_000

/** The export of WordPress (WXR). It is read twice, because references may come before their target. */
export const readWxr: Reader = async (file) => {
  const known = await surveyExport(file.path)
  return { host: known.hosts.join(' '), items: itemsOf(file, known) }
}

/** Data that posts refer to. */
type Export = {
  base: string
  title: string
  /** The host of the site, and those of its attachments. */
  hosts: readonly string[]
  /** Names by login. */
  authors: ReadonlyMap<string, string>
  attachments: ReadonlyMap<string, Attachment>
  /** Ids of attachments by the id of the record to which they were uploaded. */
  own: ReadonlyMap<string, readonly string[]>
  /** Locales of languages, by the names that the site gave them. */
  locales: ReadonlyMap<string, string>
  /** Reusable blocks by their ids. */
  patterns: ReadonlyMap<string, Pattern>
  /** The keys of records by their ids. */
  keys: ReadonlyMap<string, string>
}

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

/** Yoast and Rank Math store names of variables, which are filled in when a page is shown. */
function metadataOf(meta: WxrElement['meta'], { title, site }: { title: string; site: string }) {
  const filled = (text: string | undefined, mark: string) =>
    plainText(text ?? '')
      .replaceAll(`${mark}title${mark}`, title)
      .replaceAll(`${mark}sitename${mark}`, site)
      .replaceAll(`${mark}sep${mark}`, '–')
      .replaceAll(new RegExp(`${mark}[a-z]\\w+${mark}`, 'g'), '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replaceAll(/^– | –$/g, '')
  const first = (yoast: string, rankMath: string) => filled(meta.get(yoast), '%%') || filled(meta.get(rankMath), '%')
  const of = {
    title: first('_yoast_wpseo_title', 'rank_math_title'),
    description: first('_yoast_wpseo_metadesc', 'rank_math_description'),
  }
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
