import { fromMarkdown } from '#text/markdown/from-markdown'
import { parseJson } from '#text/parse-json'
import type { ImportedRecord } from '../payload'
import type { Reader, SentFile } from '../reading/reader'
import { fromNumber, toUtc } from '../reading/utc'
import type { ReadItem } from '../store'
import { text } from './cards'
import { lexicalHtml } from './lexical'
import { mobiledocHtml } from './mobiledoc'
import { siteIn } from './old-site'
import { type Row, type Tables, tablesIn } from './tables'

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
function htmlOf(post: Row, lacksHtml: () => void): { html: string; removed: Iterable<string> } {
  const removed = new Set<string>()
  const html =
    text(post.html) ||
    (lexicalHtml(text(post.lexical), { removed }) ??
      mobiledocHtml(text(post.mobiledoc), { removed }) ??
      fromMarkdown(text(post.markdown)))
  if (html !== '' || text(post.plaintext) === '') return { html, removed }
  lacksHtml()
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
