import type { ImportedRecord } from '../payload'
import type { Reader, SentFile } from '../reading/reader'
import { plainText } from '../reading/plain-text'
import { toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { readText } from './blocks'
import type { Attachment, Export } from './export'
import { replaceShortcodes } from './shortcodes'
import { readElements, type WxrElement } from './wxr-items'

/** Internal post types of WordPress. */
const inner =
  /^(?:attachment|nav_menu_item|revision|wp_.*|custom_css|customize_changeset|oembed_cache|user_request|acf-.*)$/
/** Maximum characters of a text to read: far more than the site stores. */
const longestText = 2_000_000

/** The export of WordPress (WXR). It is read twice, because references may come before their target. */
export const readWxr: Reader = async (file) => {
  const known = await survey(file.path)
  return { host: URL.canParse(known.base) ? new URL(known.base).host : '', items: itemsOf(file, known) }
}

async function survey(path: string): Promise<Export> {
  const authors = new Map<string, string>()
  const attachments = new Map<string, Attachment>()
  const own = new Map<string, string[]>()
  let channel: WxrElement['fields'] = {}
  for await (const { element, fields, meta } of readElements(path)) {
    if (element === 'channel') channel = fields
    else if (element === 'author')
      authors.set(fields['wp:author_login'] ?? '', plainText(fields['wp:author_display_name'] ?? ''))
    else if (fields['wp:post_type'] === 'attachment' && fields['wp:status'] !== 'trash') {
      const id = fields['wp:post_id'] ?? ''
      const parent = fields['wp:post_parent'] ?? '0'
      attachments.set(id, toAttachment(fields, meta))
      if (parent !== '0') own.set(parent, [...(own.get(parent) ?? []), id])
    }
  }
  const base = [channel['wp:base_blog_url'], channel['wp:base_site_url'], channel.link].find(
    (url) => url !== undefined && URL.canParse(url),
  )
  return { base: base ?? '', title: plainText(channel.title ?? ''), authors, attachments, own }
}

const toAttachment = (fields: WxrElement['fields'], meta: WxrElement['meta']): Attachment => ({
  address: (fields['wp:attachment_url'] ?? '').trim(),
  alt: plainText(meta.get('_wp_attachment_image_alt') ?? ''),
  caption: fields['excerpt:encoded'] ?? '',
  title: plainText(fields.title ?? ''),
})

async function* itemsOf({ path, skip }: SentFile, known: Export): AsyncGenerator<ReadItem> {
  for (const { address, alt, title } of known.attachments.values()) {
    if (!/^https?:/i.test(address) || !URL.canParse(address)) continue
    const name = new URL(address).pathname.split('/').at(-1) ?? ''
    yield { type: 'media', key: address, title: title || name, payload: { address, name, alt } }
  }
  for await (const element of readElements(path)) {
    const item = element.element === 'item' ? readPost(element, known, skip) : undefined
    if (item) yield item
  }
}

/** A post or a page; undefined if it is skipped, which is reported if an editor would expect it. */
function readPost({ fields, terms, meta }: WxrElement, known: Export, skip: SentFile['skip']): ReadItem | undefined {
  const type = fields['wp:post_type'] ?? 'post'
  const status = fields['wp:status'] ?? 'publish'
  const text = fields['content:encoded'] ?? ''
  const id = (fields['wp:post_id'] ?? '').trim()
  const title = plainText(fields.title ?? '')
  const remark = (why: string, values?: Record<string, string>) =>
    skip({ title: title || fields.link || id, why, values })
  if (inner.test(type) || status === 'auto-draft' || status === 'inherit') return undefined
  if (status === 'trash') return void remark('trash')
  if (type !== 'post' && type !== 'page') return void remark('type', { type })
  if (text.length > longestText) return void remark('tooLong')

  const isSecret = (fields['wp:post_password'] ?? '') !== ''
  if (isSecret) remark('password')
  const { html, removed } = toHtml(text, id, known)
  for (const name of removed) remark('shortcode', { name })
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
  }
  const guid = (fields.guid ?? '').trim()
  return { type, key: guid || `${known.base}#${id || fields.link || title}`, title, payload }
}

function toHtml(text: string, id: string, { attachments, own }: Export) {
  const shown = replaceShortcodes(text, {
    byId: (one) => attachments.get(one.trim()),
    own: (own.get(id) ?? []).flatMap((one) => attachments.get(one) ?? []).filter(({ address }) => isPicture(address)),
  })
  const { html, dynamic } = readText(shown.html)
  return { html, removed: [...shown.removed, ...dynamic.map((name) => `wp:${name}`)] }
}

const isPicture = (address: string) => /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(address)

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
