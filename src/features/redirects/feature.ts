import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { redirectsApi } from './api'
import { storeHits } from './store-hits'
import { createRedirectLookup } from './lookup'
import { updateRedirects, sweepRedirects } from './store'
import { missingPaths, redirects as table } from './table'
import { storedRedirect } from './stored'

declare module '#platform/events/events' {
  interface Kinds {
    redirect: true
  }
}

export { importRedirects } from './import-redirects'

export const redirects: Feature = {
  api: {
    named: { '/api/redirects/:id': namedRecord(table, table.id, 'redirect') },
    routes: redirectsApi,
    forwards: createRedirectLookup,
  },
  content: {
    kinds: [{ name: 'redirect' }],
    tables: { redirects: { table, row: storedRedirect } },
    passing: [missingPaths],
  },
  listeners: [{ on: 'every', run: updateRedirects }],
  jobs: [
    { name: 'store redirect hits', every: 2000, wakes: ['hits'], runInEach: storeHits },
    { name: 'sweep redirects', every: 60 * 60_000, run: sweepRedirects },
  ],
}
