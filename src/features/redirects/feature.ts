import type { Feature } from '#base/feature'
import { redirectsApi } from './api'
import { storeAsked } from './asked'
import { followRecord } from './store'

declare module '#base/events' {
  interface Kinds { redirect: true }
}

export const redirects: Feature = {
  api: redirectsApi,
  topics: ['redirect'],
  listeners: [{ on: 'every', run: followRecord }],
  due: [{ name: 'store what visitors asked for', every: 2000, runInEach: storeAsked }],
}
