import { useText } from '#i18n/i18n'
import { otherLanguages } from '#i18n/language'
import { type Translation, type TranslationState, translationStates } from '#records/translation/translation-contract'

/** Filter by translation state. */
export type ShownTranslation = TranslationState | 'all'

/** In at least one of the other languages. */
export const isTranslatedSo = (translation: Translation | undefined, shown: ShownTranslation): boolean =>
  shown === 'all' || otherLanguages.some((language) => translation?.[language].state === shown)

const isState = (value: string): value is TranslationState => translationStates.some((state) => state === value)

/** Selects the records of a list by their translation state. */
export function TranslationFilter({
  selected,
  onSelect,
}: {
  selected: ShownTranslation
  onSelect: (shown: ShownTranslation) => void
}) {
  const t = useText()
  return (
    <select
      className="kit-input edit-filter"
      aria-label={t('translation.filter')}
      value={selected}
      onChange={({ target: { value } }) => onSelect(isState(value) ? value : 'all')}
    >
      <option value="all">{t('translation.any')}</option>
      {translationStates.map((state) => (
        <option key={state} value={state}>
          {t(`translation.state.${state}`)}
        </option>
      ))}
    </select>
  )
}
