import { and, eq, inArray, ne } from 'drizzle-orm'
import type { LanguageTexts } from '#contract/site'
import type { Database } from '#platform/db/database'
import { titlesOf } from '#records/translation/versions'
import { postPath } from './paths'
import { postStore } from './store'
import { posts } from './table'

const { id, slug, title, excerpt, content, imageUrl, translations, version } = posts

/** The content for a letter to subscribers; undefined when the post is not live. */
export async function findNewsletterPost(db: Database, wanted: number) {
  const [row] = await db
    .select({ slug, title, excerpt, content, imageUrl, translations, version })
    .from(posts)
    .where(and(eq(id, wanted), postStore.visible))
  return row && { page: postPath, ...row }
}

/** The titles of posts outside the trash. */
export async function listPostTitles(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LanguageTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id, title, translations })
    .from(posts)
    .where(and(inArray(id, [...ids]), ne(posts.status, 'trashed')))
  return new Map(rows.map((row) => [row.id, titlesOf(row)]))
}
