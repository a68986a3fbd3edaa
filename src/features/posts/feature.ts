import { recordFeature } from '#records/feature'
import { slugInUrl } from '#text/record-slug'
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
  cachedReads: new RegExp(
    `^(?:\\?limit=(?:3|24(?:&offset=\\d{1,8})?(?:&category=${slugInUrl})?)|/${slugInUrl}(?:\\?slugs=all|/around)?)?$`,
  ),
  lists: categoryAddresses,
  feed: listFeed,
})
