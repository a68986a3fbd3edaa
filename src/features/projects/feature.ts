import { recordFeature } from '#records/feature'
import { slugInUrl } from '#text/slugs/record-slug'
import { projectsApi } from './api'
import { projectKind } from './contract'
import { projectStore } from './store'
import { projects as table } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    project: true
  }
}

export const projects = recordFeature({
  kind: projectKind,
  store: projectStore,
  table,
  part: 'projects',
  columnsAddedLater: ['publishedAt', 'position', 'facts', 'results'],
  routes: projectsApi,
  cachedReads: new RegExp(`^(?:\\?limit=24(?:&offset=\\d{1,8})?|/${slugInUrl}(?:\\?slugs=all|/next)?)?$`),
})
