import type { FeedSource } from '#platform/feature'
import { unpackContent } from '#records/kind/content'
import { recordHref, localize } from '#records/translation/localize'
import { postPath } from './paths'
import { postStore } from './store'

/** The newest posts, in full. */
export const postFeed: FeedSource = {
  kinds: ['post'],
  async list(db, language, limit) {
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
  },
}
