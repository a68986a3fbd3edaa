import { useText } from '#i18n/i18n'
import { otherLanguages } from '#i18n/language'
import type { Translation, TranslationState } from '#records/translation/translation-contract'

/** The translation state of a record, unless it is complete. */
export function TranslationBadge({ state }: { state: TranslationState | undefined }) {
  const t = useText()
  if (state === undefined || state === 'complete') return null
  return (
    <span className="edit-badge" data-tone={`translation-${state}`}>
      {t(`translation.state.${state}`)}
    </span>
  )
}

/** The same for each language; labelled with the language if there are several. */
export function TranslationBadges({ translation }: { translation: Translation | undefined }) {
  const t = useText()
  return otherLanguages.map((language) => {
    const state = translation?.[language].state
    if (otherLanguages.length === 1 || state === undefined || state === 'complete')
      return <TranslationBadge key={language} state={state} />
    return (
      <span key={language} className="edit-badge" data-tone={`translation-${state}`}>
        {language.toUpperCase()}: {t(`translation.state.${state}`)}
      </span>
    )
  })
}
