import { z } from 'zod'
import { slugPattern } from './slugs'
import { askedStatus } from './history-api'
import { isText, namesOf } from './fields'
import type { RecordKind } from './record'
import { type TranslationState, translationStates } from './translation-contract'

/** Part of a list: so many after so many others, of one category. */
export type ListPart = { limit?: number; offset?: number; category?: string }
/**
 * The same as editors ask for it: what has this id, holds these words, is translated so far, ordered by a field,
 * downwards with a `-` before it.
 */
export type EditedPart = ListPart & { id?: number; q?: string; translation?: TranslationState; sort?: string }

const whole = (pattern: RegExp) => z.string().regex(pattern, 'validation.value').transform(Number).optional()

const part = {
  limit: whole(/^(?:[1-9]\d?|100)$/),
  offset: whole(/^\d{1,9}$/),
  category: z.string().regex(slugPattern, 'validation.value').optional(),
}

/** What the lists of a kind are asked for; `id`, `q`, `translation` and `sort` hold with a status. */
export const listQuery = (kind: Pick<RecordKind, 'fields'>) =>
  z.object({
    ...part,
    ...askedStatus.shape,
    id: whole(/^[1-9]\d{0,9}$/),
    q: z.string().max(200, 'validation.tooLong').optional(),
    translation: z.enum(translationStates, { error: 'validation.value' }).optional(),
    sort: z
      .enum(
        sortedNames(kind).flatMap((name) => [name, `-${name}`]),
        { error: 'validation.value' },
      )
      .optional(),
  })

/** The fields that lists can be ordered by. */
export const sortedNames = ({ fields }: Pick<RecordKind, 'fields'>): string[] =>
  namesOf(fields, (field) => (isText(field) && field.type === 'text') || ['flag', 'moment'].includes(field.type))
