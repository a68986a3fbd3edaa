import { otherLanguages } from '#i18n/language'
import { type Translation, translationStates } from '#records/translation/translation-contract'

/** Filter by translation state. */
export const shownTranslations = ['all', ...translationStates] as const
export type ShownTranslation = (typeof shownTranslations)[number]

/** In at least one of the other languages. */
export const isTranslatedSo = (translation: Translation | undefined, shown: ShownTranslation): boolean =>
  shown === 'all' || otherLanguages.some((language) => translation?.[language].state === shown)
