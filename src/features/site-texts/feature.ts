import type { Feature } from '#platform/feature'
import { siteTexts as table } from '#platform/owner/table'
import { siteTextsApi } from './api'

declare module '#platform/events/events' {
  interface Kinds {
    'site-text': true
  }
}

export const siteTexts: Feature = {
  api: { routes: siteTextsApi },
  content: {
    kinds: [{ name: 'site-text', isOnEveryPage: true }],
    tables: { siteTexts: { table } },
  },
}
