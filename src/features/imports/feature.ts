import type { Feature } from '#platform/feature'
import { importItems, imports } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    import: true
  }
}

/** What was read of other systems' files; `app/imports` makes records of it. */
export const importsFeature: Feature = { content: { passing: [importItems, imports] } }
