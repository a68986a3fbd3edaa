import type { Reader, SentFile } from '../reading/reader'
import { plainText } from '../reading/plain-text'
import type { ReadItem } from '../store'
import { readPost } from './read-post'
import type { Attachment, Export } from './export'
import { readElements, type WxrElement } from './wxr-items'

/** The export of WordPress (WXR). It is read twice: what is named may come later than what names it. */
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
