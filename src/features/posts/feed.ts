import type { FeedEntry } from '#platform/feature'
import type { Database } from '#platform/db/database'
import type { Language } from '#i18n/language'
import { unpackContent } from '#records/kind/content'
import { recordHref, localize } from '#records/translation/localize'
import { localizeMetadata } from '#records/translation/versions'
import { readFeedIds } from './feed-ids'
import { postPath } from './paths'
import { postStore } from './store'

/** The newest posts, with their contents. */
export async function listFeed(
  db: Database,
  { language, limit, origin }: { language: Language; limit: number; origin: string },
): Promise<FeedEntry[]> {
  const whole = await postStore.listWhole(db, language, limit)
  const posts = whole.filter((post) => !localizeMetadata(post, language).noindex)
  const shown = posts.map((post) => ({ id: post.id, path: recordHref(postPath, post, language) }))
  const ids = await readFeedIds(db, { language, origin }, shown)
  return posts.map((post) => {
    const { title, excerpt, content, category } = localize(post, language)
    const address = recordHref(postPath, post, language)
    return {
      id: ids.get(post.id) ?? address,
      title,
      summary: excerpt,
      html: unpackContent(content).html,
      address,
      publishedAt: post.publishedAt,
      changedAt: post.updatedAt,
      author: post.author,
      category,
    }
  })
}
