import type { Feature } from '#base/feature'
import { projectsApi } from './api'
import { projectStore } from './store'

declare module '#base/events' {
  interface Kinds { project: true }
}

export const projects: Feature = {
  api: projectsApi,
  reads: [{ address: '/api/projects', kinds: ['project'], rest: /^(?:\/[\w-]{1,240})?$/ }],
  addresses: { kinds: ['project'], list: projectStore.addresses },
}
