import { packRecord } from '#records/stored-content'
import type { RecordFeature } from '#records/feature'
import { projectsApi } from './api'
import { projectKind } from './contract'
import { projects as table } from './table'
import { projectStore } from './store'

declare module '#base/events' {
  interface Kinds { project: true }
}

export const projects: RecordFeature = {
  kinds: [projectKind],
  api: projectsApi,
  content: { projects: { table, row: { translations: projectKind.translations }, pack: packRecord } },
  reads: [{ address: '/api/projects', kinds: ['project'], rest: /^(?:\/[\w-]{1,240})?$/ }],
  addresses: { kinds: ['project'], list: projectStore.addresses },
}
