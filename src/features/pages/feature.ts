import type { Feature } from '#base/feature'
import { pagesApi } from './api'
import { listAddresses } from './store'

declare module '#base/events' {
  interface Kinds { page: true }
}

export const pages: Feature = {
  api: pagesApi,
  reads: [{ address: '/api/page-contents', kinds: ['page'], rest: /^\/[a-z]{1,20}$/ }],
  addresses: { kinds: ['page'], list: listAddresses },
}
