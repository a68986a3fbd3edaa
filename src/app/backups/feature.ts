import { namedRecord, type Feature } from '#platform/feature'
import { backups, backupSettings, restores } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    backup: true
    restore: true
  }
}

export const backupsFeature: Feature = {
  api: {
    named: {
      '/api/backups/:id': namedRecord(backups, backups.id, 'backup'),
      '/api/restores/:id': namedRecord(restores, restores.id, 'restore'),
    },
  },
  content: { staying: [backups, backupSettings, restores] },
}
