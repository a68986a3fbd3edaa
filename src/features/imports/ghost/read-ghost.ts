import { fromMarkdown } from '#text/markdown/from-markdown'
import { parseJson, isRecord } from '#text/parse-json'
import type { ImportedRecord } from '../payload'
import type { Reader, SentFile } from '../reading/reader'
import { fromNumber, toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { text, cardHtml, type Rendering } from './cards'
import { lexicalHtml } from './lexical'
import { siteIn } from './old-site'
import { type Row, type Tables, tablesIn } from './tables'

const inline = new Set(['a', 'b', 'code', 'em', 'i', 's', 'strong', 'sub', 'sup', 'u', 'mark'])
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])

type Parts = { markups: unknown[]; atoms: unknown[]; cards: unknown[]; rendering: Rendering }

/** Converts Ghost's format before version 5 (Mobiledoc) into HTML; undefined if it is invalid. */
function mobiledocHtml(json: string, rendering: Rendering): string | undefined {
  const parsed = parseJson(json)
  if (!isRecord(parsed) || !Array.isArray(parsed.sections)) return undefined
  const parts = { markups: list(parsed.markups), atoms: list(parsed.atoms), cards: list(parsed.cards), rendering }
  return parsed.sections.map((section) => sectionHtml(list(section), parts)).join('')
}

/** The first number of a section is its type. */
function sectionHtml([kind, first, second]: unknown[], parts: Parts): string {
  if (kind === 1) {
    const tag = blocks.has(text(first)) ? text(first) : 'p'
    const inside = markersHtml(second, parts)
    if (tag === 'blockquote') return `<blockquote><p>${inside}</p></blockquote>`
    return inside === '' ? '' : `<${tag}>${inside}</${tag}>`
  }
  if (kind === 2) return `<figure><img src="${Bun.escapeHTML(text(first))}" alt=""></figure>`
  if (kind === 3) {
    const tag = first === 'ol' ? 'ol' : 'ul'
    return `<${tag}>${list(second)
      .map((item) => `<li>${markersHtml(item, parts)}</li>`)
      .join('')}</${tag}>`
  }
  const [name, card] = kind === 10 ? list(parts.cards[Number(first)]) : []
  return (name === undefined ? '' : cardHtml(text(name), isRecord(card) ? card : {}, parts.rendering)) ?? ''
}

/** Texts and atoms, each with the marks that begin before it and the number that end after it. */
function markersHtml(markers: unknown, { markups, atoms }: Parts): string {
  const open: string[] = []
  let html = ''
  for (const marker of list(markers)) {
    const [kind, opened, closed, value] = list(marker)
    for (const index of list(opened)) {
      const [tag, attributes] = list(markups[Number(index)])
      const name = inline.has(text(tag)) ? text(tag) : 'span'
      open.push(name)
      html += `<${name}${name === 'a' ? hrefOf(list(attributes)) : ''}>`
    }
    html += kind === 1 ? atomHtml(list(atoms[Number(value)])) : Bun.escapeHTML(text(value))
    for (let left = Math.min(Number(closed) || 0, open.length); left > 0; left--) html += `</${open.pop()}>`
  }
  return (
    html +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

const atomHtml = ([name, content]: unknown[]) => (name === 'soft-return' ? '<br>' : Bun.escapeHTML(text(content)))

function hrefOf(attributes: unknown[]): string {
  const at = attributes.indexOf('href')
  return at === -1 ? '' : ` href="${Bun.escapeHTML(text(attributes[at + 1]))}"`
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The placeholder for the site's URL in exports. */
const ownAddress = /__GHOST_URL__/g

/** The export of Ghost: `{ db: [{ meta, data }] }`, or just `{ meta, data }`. */
export const readGhost: Reader = async (file) => {
  const tables = tablesIn(parseJson((await Bun.file(file.path).text()).replace(/^\uFEFF/, '')))
  const site = siteIn(tables)
  return { host: URL.parse(site)?.host ?? '', items: itemsOf(file, tables, site) }
}

async function* itemsOf({ skip, name }: SentFile, tables: Tables, site: string): AsyncGenerator<ReadItem> {
  const lost = site === '' ? countPictures(tables) : 0
  if (lost > 0) skip({ title: name, why: 'noSite', values: { count: lost } })
  const facts = indexOf(tables)
  for (const post of tables.posts ?? []) {
    const item = readPost(post, { facts, site, skip })
    if (item) yield item
  }
}

/** The pictures with a placeholder or nothing in place of the site. */
const countPictures = ({ posts = [] }: Tables): number =>
  new Set(
    [...JSON.stringify(posts).matchAll(/(?:__GHOST_URL__|["'(])(\/content\/images\/[^"'\s\\)]+)/g)].map(
      ([, path]) => path,
    ),
  ).size

/** The related rows of posts, by post id. */
function indexOf({ tags = [], posts_tags = [], users = [], posts_authors = [], posts_meta = [] }: Tables) {
  const names = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row.id), row]))
  const [tagOf, userOf] = [names(tags), names(users)]
  const inOrder = (rows: readonly Row[]) =>
    Map.groupBy(
      rows.toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0)),
      ({ post_id }) => String(post_id),
    )
  const [tagged, written] = [inOrder(posts_tags), inOrder(posts_authors)]
  const meta = new Map(posts_meta.map((row) => [String(row.post_id), row]))
  return {
    /** The first public tag: internal ones begin with a number sign. */
    category: (id: unknown) =>
      (tagged.get(String(id)) ?? [])
        .map(({ tag_id }) => tagOf.get(String(tag_id)))
        .filter((tag) => tag?.visibility !== 'internal')
        .map((tag) => text(tag?.name))
        .find((name) => name !== '' && !name.startsWith('#')) ?? '',
    author: ({ id, author_id }: Row) =>
      text(userOf.get(String(written.get(String(id))?.[0]?.author_id ?? author_id))?.name),
    meta: (id: unknown): Row => meta.get(String(id)) ?? {},
  }
}

type Reading = { facts: ReturnType<typeof indexOf>; site: string; skip: SentFile['skip'] }

function readPost(post: Row, { facts, site, skip }: Reading): ReadItem | undefined {
  const title = onOneLine(text(post.title))
  const slug = text(post.slug)
  const type = text(post.type) || (/^(?:1|true)$/.test(String(post.page)) ? 'page' : 'post')
  const remark = (why: string, values?: Record<string, string>) => skip({ title: title || slug, why, values })
  if (type !== 'post' && type !== 'page') return void remark('type', { type })
  const absolute = (address: string) => address.replace(ownAddress, site)
  const isSecret = !['', 'public'].includes(text(post.visibility))
  if (isSecret) remark('members')
  const { html, removed } = htmlOf(post, () => remark('noHtml'))
  for (const name of removed) remark('shortcode', { name })
  const meta = facts.meta(post.id)
  const status = text(post.status)
  if (!['', 'draft', 'published', 'scheduled'].includes(status)) remark('status', { name: status })
  const isPublic = !isSecret && (status === 'published' || status === 'scheduled')
  const written = isMissing(post.published_at) && isPublic ? post.created_at : post.published_at
  const publishedAt = momentOf(written)
  const hasNoDate = publishedAt === null && !isMissing(written)
  if (hasNoDate) remark('date', { name: String(written).slice(0, 100) })
  const payload: ImportedRecord = {
    title,
    slug,
    html: absolute(html),
    excerpt: onOneLine(text(post.custom_excerpt)),
    category: facts.category(post.id),
    author: facts.author(post),
    // Before version 1 it was called `image`.
    image: absolute(text(post.feature_image) || text(post.image)),
    imageAlt: text(meta.feature_image_alt),
    publishedAt,
    status: isPublic && !hasNoDate ? 'published' : 'draft',
    metadata: metadataOf([meta, post]),
    paths: slug === '' ? [] : [`${site}/${slug}/`],
  }
  return { type, key: text(post.uuid) || `ghost ${type} ${slug || title}`, title, payload }
}

const isMissing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Before version 1, dates were numbers of milliseconds. */
const momentOf = (value: unknown): string | null => (typeof value === 'number' ? fromNumber(value) : toUtc(text(value)))

/** The rendered HTML, or that of the editor's format, or the plain text. */
function htmlOf(post: Row, onMissingHtml: () => void): { html: string; removed: Iterable<string> } {
  const removed = new Set<string>()
  const html =
    text(post.html) ||
    (lexicalHtml(text(post.lexical), { removed }) ??
      mobiledocHtml(text(post.mobiledoc), { removed }) ??
      fromMarkdown(text(post.markdown)))
  if (html !== '' || text(post.plaintext) === '') return { html, removed }
  onMissingHtml()
  return { html: paragraphs(text(post.plaintext)), removed }
}

/** Older exports have them in the post itself. */
function metadataOf(rows: readonly Row[]): ImportedRecord['metadata'] {
  const first = (name: string) => rows.map((row) => text(row[name])).find((value) => value !== '')
  const [title, description] = [first('meta_title'), first('meta_description')]
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) }
}

/** Titles and excerpts are plain text. */
const onOneLine = (plain: string): string => plain.replaceAll(/\s+/g, ' ').trim()

const paragraphs = (plain: string): string =>
  plain
    .split(/\n{2,}/)
    .map((part) => `<p>${Bun.escapeHTML(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
