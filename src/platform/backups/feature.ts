import type { Feature } from '#platform/feature'
import { backups, backupSettings } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    backup: true
  }
}

export const backupsFeature: Feature = { content: { staying: [backups, backupSettings] } }
