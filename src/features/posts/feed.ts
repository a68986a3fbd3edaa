import type { FeedEntry } from '#platform/feature'
import type { Database } from '#platform/db/database'
import type { Language } from '#i18n/language'
import { unpackContent } from '#records/kind/content'
import { recordHref, localize } from '#records/translation/localize'
import { postPath } from './paths'
import { postStore } from './store'

/** The newest posts, with their contents. */
export async function listFeed(db: Database, language: Language, limit: number): Promise<FeedEntry[]> {
  const posts = await postStore.listWhole(db, language, limit)
  return posts.map((post) => {
    const { title, excerpt, content, category } = localize(post, language)
    return {
      title,
      summary: excerpt,
      html: unpackContent(content).html,
      address: recordHref(postPath, post, language),
      publishedAt: post.publishedAt,
      changedAt: post.updatedAt,
      author: post.author,
      category,
    }
  })
}
