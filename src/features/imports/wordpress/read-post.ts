import type { ImportedRecord } from '../payload'
import { plainText } from '../reading/plain-text'
import type { SentFile } from '../reading/reader'
import { toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { readText } from './blocks'
import type { Export } from './export'
import { replaceShortcodes } from './shortcodes'
import type { WxrElement } from './wxr-items'

/** What WordPress keeps for itself among the posts. */
const inner =
  /^(?:attachment|nav_menu_item|revision|wp_.*|custom_css|customize_changeset|oembed_cache|user_request|acf-.*)$/
/** Characters of a text that is read at all: far beyond what the site keeps. */
const longestText = 2_000_000

/** A post or a page; undefined for what is left out, which is said where people would look for it. */
export function readPost(
  { fields, terms, meta }: WxrElement,
  known: Export,
  skip: SentFile['skip'],
): ReadItem | undefined {
  const type = fields['wp:post_type'] ?? 'post'
  const status = fields['wp:status'] ?? 'publish'
  const text = fields['content:encoded'] ?? ''
  const id = (fields['wp:post_id'] ?? '').trim()
  const title = plainText(fields.title ?? '')
  const remark = (why: string, values?: Record<string, string>) =>
    skip({ title: title || fields.link || id, why, ...(values ? { values } : {}) })
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

/** Drafts have no moment in UTC yet: that of the old site's own clock is the nearest. */
function dateOf(fields: WxrElement['fields']): string | null {
  const written = [fields['wp:post_date_gmt'], fields['wp:post_date']].map((text) => (text ?? '').trim())
  const moments = written.filter((text) => /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text))
  const utc = moments[0] === undefined ? null : toUtc(`${moments[0].replace(' ', 'T')}Z`)
  return utc ?? toUtc(fields.pubDate ?? '')
}

/** Yoast writes names of variables, which it fills when a page is shown. */
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

/** Where people found it: at its own address, and at those by its number, which texts name too. */
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
