import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { otherLanguages } from '#i18n/language'

/** The state of one text's translation; `outdated`: the English text has changed since. */
const fieldStates = ['complete', 'missing', 'outdated'] as const
export type FieldState = (typeof fieldStates)[number]

/** The state of a record's translation; `missing`: nothing is translated. */
export const translationStates = ['missing', 'outdated', 'partial', 'complete'] as const
export type TranslationState = (typeof translationStates)[number]

const translationStatus = z.object({
  state: z.enum(translationStates),
  fields: z.record(z.string(), z.enum(fieldStates)),
})
export type TranslationReport = z.infer<typeof translationStatus>

const statusByLanguage = byOtherLanguage(() => translationStatus)

/** The translation state of a record for its editors. Texts that are empty in English are excluded. */
export const translation = z.object(statusByLanguage).meta({ id: 'Translation' })
export type Translation = z.infer<typeof translation>

const compared = translationStatus.extend({
  /**
   * The English text that each outdated translation was made from, null if it is no longer known, and the current one.
   */
  changes: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string() })),
})
export type ComparedTranslation = z.infer<typeof compared>

/** The same with the changes, for the record and for its draft. */
export const translationDetail = compared.extend({ draft: compared.nullable() }).meta({ id: 'TranslationDetail' })
export type TranslationDetail = z.infer<typeof translationDetail>

/** A record with missing or outdated translations, in itself or in its draft. */
export const untranslated = z
  .object({
    kind: z.string(),
    /** An id, or the name of a page. */
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    updatedAt: z.iso.datetime().nullable(),
    ...statusByLanguage,
    draft: z.object(statusByLanguage).nullable(),
  })
  .meta({ id: 'UntranslatedRecord' })
export type Untranslated = z.infer<typeof untranslated>

export const isLeft = ({ draft, ...live }: Pick<Untranslated, keyof Translation | 'draft'>): boolean =>
  otherLanguages.some(
    (language) => live[language].state !== 'complete' || (draft !== null && draft[language].state !== 'complete'),
  )

export const confirmation = z
  .object({
    fields: z
      .array(z.string({ error: 'validation.text' }).max(200, 'validation.tooLong'), { error: 'validation.value' })
      .min(1, 'validation.required')
      .max(1000, 'validation.value'),
  })
  .meta({ id: 'TranslationConfirmation' })
