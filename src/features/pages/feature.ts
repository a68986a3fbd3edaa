import type { Feature } from '#base/feature'
import { pagesApi } from './api'
import { pageName } from './contract'
import { pageContents } from './table'
import { listAddresses } from './store'

declare module '#base/events' {
  interface Kinds { page: true }
}

export const pages: Feature = {
  api: pagesApi,
  content: { pages: { table: pageContents, row: { page: pageName } } },
  reads: [{ address: '/api/page-contents', kinds: ['page'], rest: /^\/[a-z]{1,20}$/ }],
  addresses: { kinds: ['page'], list: listAddresses },
}
