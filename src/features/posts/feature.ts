import { packRecord } from '#records/stored-content'
import type { RecordFeature } from '#records/feature'
import { postsApi } from './api'
import { postKind } from './contract'
import { posts as table } from './table'
import { postStore } from './store'

declare module '#base/events' {
  interface Kinds { post: true }
}

export const posts: RecordFeature = {
  kinds: [postKind],
  api: postsApi,
  content: { posts: { table, row: { translations: postKind.translations }, pack: packRecord } },
  reads: [{ address: '/api/blog', kinds: ['post'], rest: /^(?:\?limit=\d{1,3}|\/[\w-]{1,240})?$/ }],
  addresses: { kinds: ['post'], list: postStore.addresses },
}
