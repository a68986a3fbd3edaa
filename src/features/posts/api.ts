import { Elysia } from 'elysia'
import { z } from 'zod'
import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { revalidated } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { recordApi } from '#records/api/api'
import { describeFields, giveExample, operation } from '#platform/http/operation'
import { tagOf } from '#records/kind/record'
import type { KindDocument } from '#records/api/operations'
import type { Translations } from '#i18n/by-language'
import type { Database } from '#platform/db/database'
import { folded, wordsOf } from '#text/fold'
import { aroundPost, type AroundPost, shownCategory, postKind, type Post } from './contract'
import { listCategories, shortTranslations, postStore } from './store'
import { posts } from './table'

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
  translations: shortTranslations,
}

/** The previous and next post by date, and related ones. Throws 404. */
async function findAround(db: Database, slug: string): Promise<AroundPost> {
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
    .map(({ other }) => other)
  const isShown = new Set([previous, next, ...related].map((other) => other?.id))
  return z.parse(aroundPost, {
    previous: previous ?? null,
    next: next ?? null,
    related,
    newest: newest.filter(({ id }) => !isShown.has(id)).slice(0, mostRelated - related.length),
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

const example: Post = {
  id: 7,
  slug: 'measuring-before-building',
  title: 'Measuring before building',
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
  imageUrl: '/images/measuring.webp',
  category: 'Strategy',
  author: 'Grace Hopper',
  publishedAt: '2026-03-02T09:00:00.000Z',
  translations: {
    es: { title: 'Medir antes de construir', excerpt: 'Dos semanas con un cronómetro ahorraron un año de software.' },
  },
  updatedAt: '2026-03-02T09:00:00.000Z',
  version: 1,
  status: 'published',
  content:
    '{"content":"<p>We began with a stopwatch.</p>","metadata":{"title":"Measuring before building","keywords":"measurement, strategy"}}',
  metadata: { title: 'Measuring before building', keywords: 'measurement, strategy' },
}

/** The part of the OpenAPI document about posts. */
const document: KindDocument = {
  example,
  order: 'most recent `publishedAt` first',
  note: '`publishedAt` defaults to the current time.',
}

giveExample(aroundPost, { related: [], newest: [] })

describeFields(aroundPost, { newest: 'With fewer than three related posts, the most recent of all others.' })

const aroundOperation = operation(
  'listNeighbouringPosts',
  'List the neighbours of a blog post. The previous and next post by date, and up to three related posts: those of the same category first, then those with the most words in common. The slug may be in any language.',
)

giveExample(shownCategory, {
  slug: 'real-estate',
  title: 'Real Estate',
  translations: { es: { title: 'Inmobiliario' } },
})

const categoriesOperation = operation(
  'listBlogCategories',
  'List the categories of the blog. Those with a published post, by name. `slug` is what `GET /api/blog?category=` takes.',
)

export const postsApi = (services: Services) =>
  new Elysia()
    .use(around(services))
    .use(categories(services))
    .use(recordApi(services, { kind: postKind, store: postStore, document }))

const categories = ({ db }: Services) =>
  new Elysia({ tags: [tagOf(postKind)] }).get('/blog-categories', () => listCategories(db), {
    response: { 200: z.array(shownCategory) },
    mapResponse: revalidated,
    detail: categoriesOperation,
  })

const around = ({ db }: Services) =>
  new Elysia({ prefix: postKind.api, tags: [tagOf(postKind)] }).get(
    '/:key/around',
    ({ params }) => findAround(db, params.key),
    {
      response: { 200: aroundPost },
      mapResponse: revalidated,
      detail: aroundOperation,
    },
  )
