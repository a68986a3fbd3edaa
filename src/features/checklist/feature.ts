import { z } from 'zod'
import { checklistKeys } from '#contract/checklist-keys'
import type { Feature } from '#platform/feature'
import { checklistApi } from './api'
import { parseChecklistKey } from './store'
import { checklistDismissals } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    checklist: true
  }
}

/** The owner's tasks, from the contributions of all features. */
export const checklist = (features: () => readonly Feature[]): Feature => ({
  api: {
    named: { '/api/checklist/:key': async (_, { key = '' }) => void parseChecklistKey(key) },
    routes: (services) =>
      checklistApi(
        services,
        features().flatMap((feature) => feature.checklist ?? []),
      ),
  },
  content: { tables: { checklist: { table: checklistDismissals, row: { key: z.enum(checklistKeys) } } } },
})
