import { recordFeature } from '#records/feature'
import { postsApi } from './api'
import { postKind } from './contract'
import { postStore } from './store'
import { posts as table } from './table'

declare module '#base/events' {
  interface Kinds {
    post: true
  }
}

export const posts = {
  ...recordFeature({
    kind: postKind,
    store: postStore,
    table,
    part: 'posts',
    laterColumns: ['author'],
    keptReads: /^(?:\?limit=3|\/[\w-]{1,240}(?:\?slugs=all)?)?$/,
  }),
  api: postsApi,
}
