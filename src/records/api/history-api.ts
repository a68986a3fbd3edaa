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
      description: 'For editors: `all` that does not lie in the trash, or what stands so.',
      example: 'all',
    }),
})

/** The query of a save that may be an autosave. */
export const autosaveQuery = z.object({
  autosave: z.enum(['true', 'false'], { error: 'validation.value' }).optional().meta({
    description:
      'Of a save that nobody asked for: those of one administrator in a row are one version of the history for ten minutes. The version of the draft counts on with each.',
    example: 'true',
  }),
})

/** The query of a history. */
export const revisionsPage = z.object({
  before: wholeNumber(1, 999_999_999).optional().meta({ description: 'Only versions before this one.', example: 40 }),
  limit: wholeNumber(1, 100).default(50).meta({ description: 'How many at most.', example: 20 }),
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
