import { useText } from '#i18n/i18n'
import { type TranslationState, translationStates } from '#records/translation/translation-contract'

/** `all`, or how far what is shown is translated. */
export type ShownTranslation = TranslationState | 'all'

const isState = (value: string): value is TranslationState => translationStates.some((state) => state === value)

/** Which records a list shows, by how far they are translated. */
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
