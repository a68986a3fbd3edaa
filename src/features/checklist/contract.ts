import { z } from 'zod'
import { checklistKeys } from '#contract/checklist-keys'

const checklistStates = ['open', 'done', 'dismissed'] as const

export const checklistEntry = z
  .object({
    key: z.enum(checklistKeys),
    state: z.enum(checklistStates),
    count: z.int().nullable(),
    href: z.string(),
  })
  .meta({ id: 'ChecklistEntry' })
export type ChecklistEntry = z.infer<typeof checklistEntry>

export const dismissal = z
  .object({ dismissed: z.boolean({ error: 'validation.boolean' }) })
  .meta({ id: 'ChecklistDismissal' })
