import type { Feature } from '#base/feature'
import { postsApi } from './api'

declare module '#base/events' {
  interface Kinds { post: true }
}

export const posts: Feature = {
  api: postsApi,
  reads: [{ address: '/api/blog', kinds: ['post'], rest: /^(?:\?limit=\d{1,3}|\/[\w-]{1,240})?$/ }],
}
