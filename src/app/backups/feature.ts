import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { backups, backupSettings } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    backup: true
  }
}

export const backupsFeature: Feature = {
  api: { named: { '/api/backups/:id': namedRecord(backups, backups.id, 'backup') } },
  content: { staying: [backups, backupSettings] },
}
