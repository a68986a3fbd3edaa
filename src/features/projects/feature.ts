import type { Feature } from '#base/feature'
import { projectsApi } from './api'
import { projectStore } from './store'

declare module '#base/events' {
  interface Kinds { project: true }
}

const hour = 3_600_000

export const projects: Feature = {
  api: projectsApi,
  reads: [{ address: '/api/projects', kinds: ['project'], rest: /^(?:\/[\w-]{1,240})?$/ }],
  schedule: { kinds: ['project'], untilNext: projectStore.untilNext },
  due: [{ name: 'empty the trash of projects', every: hour, run: projectStore.emptyTrash }],
  addresses: { kinds: ['project'], list: projectStore.addresses },
}
