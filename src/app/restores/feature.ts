import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { restores } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    restore: true
  }
}

export const restoresFeature: Feature = {
  api: { named: { '/api/restores/:id': namedRecord(restores, restores.id, 'restore') } },
  content: { staying: [restores] },
}
