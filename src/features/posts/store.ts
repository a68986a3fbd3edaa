import { desc, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { PublicAddress } from '#base/feature'
import { languages } from '#base/i18n/language'
import { categorySlug } from '#records/columns'
import { recordStore } from '#records/store'
import { postKind } from './contract'
import { categoryPath } from './paths'
import { posts } from './table'

/** Newest first. */
export const postStore = recordStore(postKind, posts, { order: [desc(posts.publishedAt), desc(posts.id)] })

/** Where visitors find the posts, and each of their categories. */
export async function* postAddresses(db: Database): AsyncGenerator<PublicAddress[]> {
  yield* postStore.addresses(db)
  const slug = sql<string>`${categorySlug(posts.category)}`
  const rows = await db.selectDistinct({ slug }).from(posts).where(postStore.visible)
  yield rows
    .filter((row) => row.slug !== '')
    .map((row) => ({
      page: categoryPath,
      written: Object.fromEntries(languages.map((language) => [language, { params: { slug: row.slug } }])),
    }))
}
