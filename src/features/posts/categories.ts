import { desc, inArray, ne, and, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { otherLanguages } from '#i18n/language'
import { isTranslated } from '#records/translation/localize'
import { categorySlug } from '#text/slugs/category-slug'
import type { ShownCategory } from './categories-contract'
import { postStore } from './store'
import { posts } from './table'

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
