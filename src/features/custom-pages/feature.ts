import { recordFeature } from '#records/feature'
import { slugInUrl } from '#text/slugs/record-slug'
import { customPagesApi } from './api'
import { pageSections } from './blocks/page-blocks'
import { customPageKind } from './contract'
import { customPageStore } from './store'
import { customPages as table } from './table'

export { isUntouchedText } from './patterns/untouched'

export { findHomeCustomPage } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    'custom-page': true
  }
}

export const customPages = recordFeature({
  kind: customPageKind,
  store: customPageStore,
  table,
  part: 'customPages',
  routes: customPagesApi,
  sectionsOf: pageSections,
  cachedReads: new RegExp(`^(?:/${slugInUrl}(?:\\?slugs=all)?)?$`),
})
