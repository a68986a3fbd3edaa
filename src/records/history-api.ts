import { z } from 'zod'
import { currentSession } from '#auth/current-session'
import { unauthorized } from '#base/http-error'
import type { Services } from '#base/services'
import { type StatusFilter, statuses } from './record'

/** The query of a read: with a status it is for editors. */
export const askedStatus = z.object({
  status: z.enum(['all', ...statuses], { error: 'validation.statusFilter' }).optional(),
})

/** The query of a save that may be one that nobody asked for. */
export const autosaveQuery = z.object({ autosave: z.enum(['true', 'false'], { error: 'validation.value' }).optional() })

/** The query of a history. */
export const revisionsPage = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'validation.value')
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'validation.value')
    .transform(Number)
    .optional(),
})

type Context = { request: Request; set: { headers: Record<string, unknown> } }

/** What is not public needs a session (401); resolves to the status that is asked for. */
export async function editorsOnly(
  services: Services,
  context: Context,
  status: StatusFilter | undefined,
): Promise<StatusFilter | undefined> {
  if (status !== undefined && !(await currentSession(services, context))) throw unauthorized()
  return status
}
