import { useText } from '#i18n/i18n'
import type { TranslationState } from '#records/translation/translation-contract'

/** How far a record is translated, where something is left to do. */
export function TranslationBadge({ state }: { state: TranslationState | undefined }) {
  const t = useText()
  if (state === undefined || state === 'complete') return null
  return (
    <span className="edit-badge" data-tone={`translation-${state}`}>
      {t(`translation.state.${state}`)}
    </span>
  )
}
