import { z } from 'zod'
import { wholeNumber } from '#platform/http/whole-number'
import { slugPattern } from '#text/slugs/record-slug'
import { statusQuery } from './history-api'
import { isText, namesOf } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { type TranslationState, translationStates } from '#records/translation/translation-contract'

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
