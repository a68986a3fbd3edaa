import { fromMarkdown } from '#text/markdown/from-markdown'
import { parseJson, isRecord } from '#text/parse-json'
import { type ImportedRecord, type ReadItem, type Reader, type SentFile, unreadable } from '../reading/reader'
import { fromNumber, toUtc } from '../reading/written-values'
import { lexicalHtml, mobiledocHtml, text } from './post-html'

/** The placeholder for the site's URL in exports. */
const ownAddress = /__GHOST_URL__/g

/** The export of Ghost: `{ db: [{ meta, data }] }`, or just `{ meta, data }`. */
export const readGhost: Reader = async (file) => {
  const tables = tablesIn(parseJson((await Bun.file(file.path).text()).replace(/^\uFEFF/, '')))
  const site = siteIn(tables)
  return { host: URL.parse(site)?.host ?? '', items: itemsOf(file, tables, site) }
}

type Row = Readonly<Record<string, unknown>>
type Tables = Readonly<Record<string, readonly Row[]>>

/** The tables of an export. Throws 422 for anything else. */
function tablesIn(parsed: unknown): Tables {
  if (parsed === undefined) throw unreadable('validation.importDamaged')
  const first: unknown = isRecord(parsed) && Array.isArray(parsed.db) ? parsed.db[0] : parsed
  const data = isRecord(first) ? first.data : undefined
  if (!isRecord(data) || !Array.isArray(data.posts)) throw unreadable('validation.importUnknown')
  return Object.fromEntries(
    Object.entries(data).map(([name, rows]) => [name, Array.isArray(rows) ? rows.filter((row) => isRecord(row)) : []]),
  )
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

const absoluteAddress = /https?:\/\/[^/"'\s\\<>()]+(?:\/[^/"'\s\\<>()]+)*?(?=\/content\/images\/)/g
const link = /\bhref="(https?:\/\/[^"/\s]+(?:\/[^"/\s]+)*?)\/([^"/\s]+)\/?"/g
const placeholder = '__GHOST_URL__'
const relative = /["'(]\/(?:[^/"'\s\\<>()]+\/)*?content\/images\//

/**
 * The URL of the old site, without a slash at its end; '' if the export does not say it. Since version 4 exports have a placeholder in its place,
 * and every other address is one of another site. Older ones have the paths of their pictures, or absolute addresses.
 */
function siteIn({ posts = [], settings = [], users = [] }: Tables): string {
  const site = settings.find(({ key }) => key === 'url')?.value
  if (typeof site === 'string' && /^https?:/.test(site) && URL.canParse(site)) return withoutSlash(site)
  const written = posts.map(textsOf)
  if (written.some((whole) => whole.includes(placeholder))) return ''
  const uploaded = [
    ...settings.map(({ value }) => text(value)),
    ...users.flatMap((user) => [user.profile_image, user.cover_image, user.image, user.cover].map(text)),
    ...posts.flatMap((post) => [post.feature_image, post.image, post.og_image, post.twitter_image].map(text)),
  ]
  const isByPath =
    uploaded.some((address) => relative.test(`"${address}`)) || written.some((whole) => relative.test(whole))
  const shown = mostFrequent(uploaded.flatMap(sitesIn))
  if (shown !== undefined || isByPath) return shown ?? linkedSite(posts, written)
  return mostFrequent(written.map(withoutCards).flatMap(sitesIn)) ?? ''
}

const textsOf = ({ html, lexical, mobiledoc, markdown, feature_image: picture }: Row): string =>
  [html, lexical, mobiledoc, markdown].map(text).join(' ').replaceAll('\\"', '"').replaceAll('\\/', '/') +
  ` "${text(picture)}"`

const sitesIn = (written: string): string[] =>
  [...written.matchAll(absoluteAddress)].flatMap(([site]) => (URL.canParse(site) ? [withoutSlash(site)] : []))

const withoutSlash = (site: string): string => {
  const { origin, pathname } = new URL(site)
  return origin + pathname.replace(/\/+$/, '')
}

/** Bookmarks and embeds show pictures of other sites. */
const withoutCards = (html: string): string =>
  html
    .split(/(?=<figure\b)/)
    .map((part) =>
      /^<figure\b[^>]*\bkg-(?:bookmark|embed)-card/.test(part)
        ? (part.split('</figure>').slice(1).join('') ?? '')
        : part,
    )
    .join('')

/** The site that most texts link to by the slugs of their own posts. */
function linkedSite(posts: readonly Row[], written: readonly string[]): string {
  const slugs = new Set(posts.map(({ slug }) => text(slug)))
  const links = written.flatMap((whole) => [...whole.matchAll(link)])
  const own = links.flatMap(([, site = '', slug = '']) =>
    slugs.has(slug) && URL.canParse(site) ? [withoutSlash(site)] : [],
  )
  return mostFrequent(own) ?? ''
}

/** undefined without any, and for a tie. */
function mostFrequent(values: readonly string[]): string | undefined {
  const counts = Map.groupBy(values, (value) => value)
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return first !== undefined && first[1].length > (second?.[1].length ?? 0) ? first[0] : undefined
}
