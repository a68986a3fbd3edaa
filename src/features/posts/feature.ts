import { recordFeature } from '#records/feature'
import { postsApi } from './api'
import { postKind } from './contract'
import { categoryAddresses, postStore } from './store'
import { listFeed } from './feed'
import { posts as table } from './table'

export { findLetterPost, listLetterTitles } from './letter'

declare module '#platform/events/events' {
  interface Kinds {
    post: true
  }
}

export const posts = recordFeature({
  kind: postKind,
  store: postStore,
  table,
  part: 'posts',
  columnsAddedLater: ['author'],
  routes: postsApi,
  cachedReads:
    /^(?:\?limit=(?:3|24(?:&offset=\d{1,8})?(?:&category=[\w-]{1,240})?)|\/[\w-]{1,240}(?:\?slugs=all|\/around)?)?$/,
  lists: categoryAddresses,
  feed: listFeed,
})
