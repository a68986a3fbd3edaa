import { plainText } from '../reading/plain-text'
import type { Attachment, Export, Pattern } from './export'
import { readElements, type WxrElement } from './wxr-items'
import { groupOfItem, groupOfOriginal, languageOfItem, localeOfTerm } from './wxr-languages'
import { defaultLanguage } from '#i18n/language'

/** Characters of all reusable blocks that are kept. */
const mostPatterns = 4_000_000
/** The maximum number of hosts of pictures. */
const mostHosts = 20

/** Reads what items refer to, because references may come before their target. */
export async function surveyExport(path: string): Promise<Export> {
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

export const idOf = (fields: WxrElement['fields']): string => (fields['wp:post_id'] ?? '').trim()

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
