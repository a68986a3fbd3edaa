import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { otherLanguages } from '#i18n/language'

/** How a text of a record stands in another language; `outdated`: its English has changed since it was translated. */
export const fieldStates = ['complete', 'missing', 'outdated'] as const
export type FieldState = (typeof fieldStates)[number]

/** How a record stands as a whole: `missing` while nothing is translated. */
export const translationStates = ['missing', 'outdated', 'partial', 'complete'] as const
export type TranslationState = (typeof translationStates)[number]

const told = z.object({ state: z.enum(translationStates), fields: z.record(z.string(), z.enum(fieldStates)) })
export type TranslationReport = z.infer<typeof told>

const toldByLanguage = byOtherLanguage(() => told)

/** Of a record as its editors read it. Texts that are empty in English are left out. */
export const translation = z.object(toldByLanguage).meta({ id: 'Translation' })
export type Translation = z.infer<typeof translation>

const compared = told.extend({
  /** The English that each outdated text was translated from, null where it is not known any more, and the present one. */
  changes: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string() })),
})
export type ComparedTranslation = z.infer<typeof compared>

/** The same with what has changed, of the record and of the draft beside it. */
export const translationDetail = compared.extend({ draft: compared.nullable() }).meta({ id: 'TranslationDetail' })
export type TranslationDetail = z.infer<typeof translationDetail>

/** A record of which something is left to translate, in itself or in its draft. */
export const untranslated = z
  .object({
    kind: z.string(),
    /** A number, or the name of a page. */
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    updatedAt: z.iso.datetime().nullable(),
    ...toldByLanguage,
    draft: z.object(toldByLanguage).nullable(),
  })
  .meta({ id: 'Untranslated' })
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
