import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { PublicAddress } from '#platform/feature'
import { languages } from '#i18n/language'
import { categorySlug } from '#records/kind/columns'
import { recordStore } from '#records/store'
import { postKind } from './contract'
import { categoryPath } from './paths'
import { posts } from './table'

/** Newest first. */
export const postStore = recordStore(postKind, posts, { order: [desc(posts.publishedAt), desc(posts.id)] })

/** The URLs of the posts' categories, found by a loose index scan. */
export async function categoryAddresses(db: Database): Promise<PublicAddress[]> {
  const slug = categorySlug(posts.category)
  const first = (where?: SQL) =>
    sql`select ${slug} as slug from ${posts} where ${and(postStore.visible, where)} order by 1 limit 1`
  const rows = await db
    .select({ slug: sql<string>`slug` })
    .from(
      sql`(with recursive found (slug) as (
        (${first()}) union all select (${first(sql`${slug} > found.slug`)}) from found where found.slug is not null
      ) select slug from found) as found`,
    )
    .where(sql`slug <> ''`)
  return rows.map((row) => ({
    page: categoryPath,
    written: Object.fromEntries(languages.map((language) => [language, { params: { slug: row.slug } }])),
  }))
}
