import { z } from 'zod'
import { requireSession } from '#auth/admin-only'
import { wholeNumber } from '#platform/http/parameters'
import type { Services } from '#platform/services'
import { type StatusFilter, statuses, type RecordKind } from '#records/kind/record'
import { slugPattern } from '#text/slugs/record-slug'
import { isText, namesOf } from '#records/kind/fields'
import { type TranslationState, translationStates } from '#records/translation/translation-contract'

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

/** A page of a list, optionally of one category, by its slug; `categories` are the names that have this slug. */
export type ListPart = { limit?: number; offset?: number; category?: string; categories?: readonly string[] }

/**
 * The same for editors: filtered by id, words and translation state, and sorted by a field, descending with `-` before
 * its name.
 */
export type EditedPart = ListPart & { id?: number; q?: string; translation?: TranslationState; sort?: string }

const part = {
  limit: wholeNumber(1, 100).optional(),
  offset: wholeNumber(0, 999_999_999).optional().meta({ description: 'The number of entries to skip.', example: 0 }),
  category: z
    .string()
    .regex(slugPattern, 'validation.value')
    .optional()
    .meta({ description: 'Only records of the category with this slug.', example: 'strategy' }),
}

/** The query of a kind's lists; `id`, `q`, `translation` and `sort` require a status. */
export const listQuery = (kind: Pick<RecordKind, 'fields'>) =>
  z.object({
    ...part,
    ...statusQuery.shape,
    id: wholeNumber(1, 9_999_999_999)
      .optional()
      .meta({ description: 'Only the record with this id. Requires `status`.', example: 7 }),
    q: z
      .string()
      .max(200, 'validation.tooLong')
      .optional()
      .meta({ description: 'Only records that contain these words. Requires `status`.', example: 'before' }),
    translation: z
      .enum(translationStates, { error: 'validation.value' })
      .optional()
      .meta({ description: 'Only records in this translation state. Requires `status`.', example: 'missing' }),
    sort: z
      .enum(
        sortedNames(kind).flatMap((name) => [name, `-${name}`]),
        { error: 'validation.value' },
      )
      .optional()
      .meta({
        description: 'The field to sort by, descending with `-` before its name. Requires `status`.',
        example: 'title',
      }),
  })

/** The fields that lists can be ordered by. */
const sortedNames = ({ fields }: Pick<RecordKind, 'fields'>): string[] =>
  namesOf(fields, (field) => (isText(field) && field.type === 'text') || ['flag', 'moment'].includes(field.type))

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
