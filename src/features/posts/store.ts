import { desc } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { PublicAddress } from '#platform/feature'
import { languages } from '#i18n/language'
import { categorySlug } from '#text/slugs/category-slug'
import { categoryNames } from '#records/store/lists'
import { recordStore } from '#records/store'
import { postKind } from './contract'
import { categoryPath } from './paths'
import { posts } from './table'

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
