import type { Feature } from '#base/feature'
import { ownerSettings } from '#base/owner/table'
import { settingsApi } from './api'

declare module '#base/events' {
  interface Kinds {
    settings: true
  }
}

export const settings: Feature = {
  api: settingsApi,
  content: { ownerSettings: { table: ownerSettings } },
}
