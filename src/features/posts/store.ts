import { desc, and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { PublicAddress } from '#platform/feature'
import { languages, otherLanguages } from '#i18n/language'
import { categorySlug } from '#text/slugs/slug'
import { categoryNames } from '#records/store/lists'
import { recordStore } from '#records/store'
import { postKind, type ShownCategory } from './contract'
import { categoryPath, postPath } from './paths'
import { posts } from './table'
import type { LanguageTexts } from '#contract/site'
import { titlesOf } from '#records/translation/versions'
import { isTranslated } from '#records/translation/localize'

/** Newest first. */
export const postStore = recordStore(postKind, posts, { order: [desc(posts.publishedAt), desc(posts.id)] })

/** The categories of public posts. */
export const shownCategories = (db: Database): Promise<string[]> =>
  categoryNames(db, { table: posts, category: posts.category }, postStore.visible)

/** The URLs of the posts' categories. */
export async function categoryAddresses(db: Database): Promise<PublicAddress[]> {
  const slugs = new Set((await shownCategories(db)).map(categorySlug).filter((slug) => slug !== ''))
  return [...slugs].toSorted().map((slug) => ({
    page: categoryPath,
    written: Object.fromEntries(languages.map((language) => [language, { params: { slug } }])),
  }))
}

/** The content for a letter to subscribers; undefined when the post is not live. */
export async function findNewsletterPost(db: Database, wanted: number) {
  const [row] = await db
    .select({
      slug: posts.slug,
      title: posts.title,
      excerpt: posts.excerpt,
      content: posts.content,
      imageUrl: posts.imageUrl,
      translations: posts.translations,
      version: posts.version,
    })
    .from(posts)
    .where(and(eq(posts.id, wanted), postStore.visible))
  return row && { page: postPath, ...row }
}

/** The titles of posts outside the trash. */
export async function listPostTitles(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LanguageTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: posts.id, title: posts.title, translations: posts.translations })
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), ne(posts.status, 'trashed')))
  return new Map(rows.map((row) => [row.id, titlesOf(row)]))
}

const newestFirst = [desc(posts.publishedAt), desc(posts.id)]

/** The translations of a post without its long texts. */
export const shortTranslations = otherLanguages
  .flatMap((language) => [`{${language},content}`, `{${language},metadata}`])
  .reduce<SQL>((rest, path) => sql`${rest} #- ${path}::text[]`, sql`${posts.translations}`)
  .mapWith(posts.translations)

/**
 * The categories of public posts by name, each as its newest post spells it, which is the title of its page too. The
 * newest ones are found by an index-only scan, because rows with their contents are wide.
 */
export async function listCategories(db: Database): Promise<ShownCategory[]> {
  const newest = db
    .selectDistinctOn([posts.category], { id: posts.id })
    .from(posts)
    .where(and(postStore.visible, ne(posts.category, '')))
    .orderBy(posts.category, ...newestFirst)
  const rows = await db
    .select({ category: posts.category, title: posts.title, translations: shortTranslations })
    .from(posts)
    .where(inArray(posts.id, newest))
    .orderBy(...newestFirst)
  const bySlug = new Map<string, ShownCategory>()
  for (const post of rows) {
    const slug = categorySlug(post.category)
    if (slug !== '' && !bySlug.has(slug)) bySlug.set(slug, { slug, title: post.category, translations: titles(post) })
  }
  return [...bySlug.values()].toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
}

type Row = { translations: typeof posts.$inferSelect.translations }

const titles = (post: Row): ShownCategory['translations'] =>
  Object.fromEntries(
    otherLanguages.flatMap((language) => {
      const title = isTranslated(post, language) ? post.translations[language]?.category : undefined
      return title ? [[language, { title }]] : []
    }),
  )
