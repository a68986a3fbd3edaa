import { z } from 'zod'
import { requireSession } from '#auth/admin-only'
import { wholeNumber } from '#platform/http/whole-number'
import type { Services } from '#platform/services'
import { type StatusFilter, statuses } from '#records/kind/record'

/** The query of a read: with a status it is for editors. */
export const statusQuery = z.object({
  status: z
    .enum(['all', ...statuses], { error: 'validation.statusFilter' })
    .optional()
    .meta({
      description:
        'Requires a session or token. Returns records in this state with their drafts; `all` is every state except `trashed`.',
      example: 'all',
    }),
})

/** The query of a save that may be an autosave. */
export const autosaveQuery = z.object({
  autosave: z.enum(['true', 'false'], { error: 'validation.value' }).optional().meta({
    description:
      '`true`: an automatic save. Consecutive automatic saves of one administrator within ten minutes are one version in the history; each still increments `version` of the draft.',
    example: 'true',
  }),
})

/** The query of a history. */
export const revisionsPage = z.object({
  before: wholeNumber(1, 999_999_999).optional().meta({ description: 'Only versions before this one.', example: 40 }),
  limit: wholeNumber(1, 100).default(50),
})

type Context = { request: Request; set: { headers: Record<string, unknown> } }

/** Records that are not public need a session (401); resolves to the requested status. */
export async function editorsOnly(
  services: Services,
  context: Context,
  status: StatusFilter | undefined,
): Promise<StatusFilter | undefined> {
  if (status !== undefined) await requireSession(services, context)
  return status
}
