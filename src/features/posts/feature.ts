import type { Feature } from '#base/feature'
import { postsApi } from './api'
import { postStore } from './store'

declare module '#base/events' {
  interface Kinds { post: true }
}

export const posts: Feature = {
  api: postsApi,
  reads: [{ address: '/api/blog', kinds: ['post'], rest: /^(?:\?limit=\d{1,3}|\/[\w-]{1,240})?$/ }],
  addresses: { kinds: ['post'], list: postStore.addresses },
}
