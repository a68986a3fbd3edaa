import type { Feature } from '#platform/feature'
import { findableTexts } from './findable'
import { siteTexts as table } from '#platform/owner/table'
import { siteTextsApi } from './api'
import { faultOfStored } from './store'
import { storedText } from './stored'

declare module '#platform/events/events' {
  interface Kinds {
    'site-text': true
  }
}

export const siteTexts: Feature = {
  findable: { texts: [findableTexts] },
  api: { routes: siteTextsApi },
  content: {
    kinds: [{ name: 'site-text', isOnEveryPage: true }],
    tables: { siteTexts: { table, row: storedText, check: faultOfStored } },
  },
}
