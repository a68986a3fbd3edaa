import { eq } from 'drizzle-orm'
import { recordApi } from '#records/api'
import type { Services } from '#base/services'
import { projectKind } from './contract'
import { document, featured } from './document'
import { projectStore } from './store'
import { projects } from './table'

export const projectsApi = (services: Services) => recordApi(services, {
  kind: projectKind,
  store: projectStore,
  document,
  lists: { featured: { ...featured, read: (db) => projectStore.list(db, { where: eq(projects.isFeatured, true) }) } },
})
