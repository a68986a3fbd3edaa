import type { Feature } from '#platform/feature'
import { restores } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    restore: true
  }
}

export const restoresFeature: Feature = { content: { staying: [restores] } }
