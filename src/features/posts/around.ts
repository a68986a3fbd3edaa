import type { Translations } from '#i18n/by-language'
import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/db/database'
import { folded, wordsOf } from '#text/fold'
import { type AroundPost, aroundPost } from './around-contract'
import { postStore } from './store'
import { posts } from './table'
import { otherLanguages } from '#i18n/language'

const mostRelated = 3
/** The number of candidates for related posts: the newest of the category, and of all. */
const [ofCategory, ofAll] = [30, 60]

const columns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  category: posts.category,
  imageUrl: posts.imageUrl,
  publishedAt: posts.publishedAt,
  translations: otherLanguages
    .flatMap((language) => [`{${language},content}`, `{${language},metadata}`])
    .reduce<SQL>((rest, path) => sql`${rest} #- ${path}::text[]`, sql`${posts.translations}`)
    .mapWith(posts.translations),
}

/** The previous and next post by date, and related ones. Throws 404. */
export async function findAround(db: Database, slug: string): Promise<AroundPost> {
  const post = await postStore.find(db, slug, { inAnyLanguage: true })
  const place = sql`(select ${posts.publishedAt}, ${posts.id} from ${posts} where ${eq(posts.id, post.id)})`
  const read = (where: SQL | undefined, order: SQL[], limit: number) =>
    db
      .select(columns)
      .from(posts)
      .where(and(postStore.visible, ne(posts.id, post.id), where))
      .orderBy(...order)
      .limit(limit)
  const newestFirst = [desc(posts.publishedAt), desc(posts.id)]
  const [[previous], [next], alike, newest] = await Promise.all([
    read(sql`(${posts.publishedAt}, ${posts.id}) < ${place}`, newestFirst, 1),
    read(sql`(${posts.publishedAt}, ${posts.id}) > ${place}`, [asc(posts.publishedAt), asc(posts.id)], 1),
    read(post.category === '' ? sql`false` : eq(posts.category, post.category), newestFirst, ofCategory),
    read(undefined, newestFirst, ofAll),
  ])
  const words = longWords(post)
  const related = [...new Map([...alike, ...newest].map((other) => [other.id, other])).values()]
    .map((other) => ({ other, ...similarity(other, post, words) }))
    .filter(({ sharesCategory, shared }) => sharesCategory || shared > 1)
    .toSorted((left, right) => Number(right.sharesCategory) - Number(left.sharesCategory) || right.shared - left.shared)
    .slice(0, mostRelated)
  return z.parse(aroundPost, {
    previous: previous ?? null,
    next: next ?? null,
    related: related.map(({ other }) => other),
  })
}

type Texts = {
  title: string
  excerpt: string
  category: string
  translations: Translations<Partial<Record<string, unknown>>>
}

function similarity(other: Texts, { category }: Texts, words: ReadonlySet<string>) {
  const shared = [...longWords(other)].filter((word) => words.has(word)).length
  return { sharesCategory: category !== '' && other.category === category, shared }
}

/** The words of a post longer than a few letters. */
function longWords({ title, excerpt, translations }: Texts): Set<string> {
  const others = Object.values(translations).flatMap((texts) => [texts.title ?? '', texts.excerpt ?? ''])
  const text = [title, excerpt, ...others].join(' ')
  return new Set(wordsOf(folded(text)).filter((word) => word.length > 4))
}
