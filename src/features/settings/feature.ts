import type { Feature } from '#platform/feature'
import { ownerSettings } from '#platform/owner/table'
import { settingsApi } from './api'

declare module '#platform/events/events' {
  interface Kinds {
    settings: true
  }
}

export const settings: Feature = {
  api: { routes: settingsApi },
  content: { tables: { ownerSettings: { table: ownerSettings } } },
}
