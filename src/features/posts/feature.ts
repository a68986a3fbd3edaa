import type { Feature } from '#base/feature'
import { postsApi } from './api'
import { postStore } from './store'

declare module '#base/events' {
  interface Kinds { post: true }
}

const hour = 3_600_000

export const posts: Feature = {
  api: postsApi,
  reads: [{ address: '/api/blog', kinds: ['post'], rest: /^(?:\?limit=\d{1,3}|\/[\w-]{1,240})?$/ }],
  schedule: { kinds: ['post'], untilNext: postStore.untilNext },
  due: [{ name: 'empty the trash of posts', every: hour, run: postStore.emptyTrash }],
  addresses: { kinds: ['post'], list: postStore.addresses },
}
