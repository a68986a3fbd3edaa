import type { ImportedRecord } from '../payload'
import type { Reader, SentFile } from '../reading/reader'
import { plainText } from '../reading/plain-text'
import { toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { readText } from './blocks'
import type { Export } from './export'
import { fillPatterns } from './patterns'
import { replaceShortcodes } from './shortcodes'
import { readElements, type WxrElement } from './wxr-items'
import { languageOfItem } from './wxr-languages'
import { idOf, surveyExport } from './wxr-survey'

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
