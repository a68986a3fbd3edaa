import { useText } from '#i18n/i18n'
import type { OtherLanguage } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'

type UntranslatedNoteProps = {
  language: OtherLanguage
  /** The numbers of missing and outdated translations; undefined if there is nothing to translate. */
  missing: number | undefined
  outdated?: number
}

/** How much of the edited record is translated into a language. */
export function UntranslatedNote({ language, missing, outdated = 0 }: UntranslatedNoteProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  if (missing === undefined) return null
  const name = { language: nameOf(language) }
  return (
    <p className="edit-note">
      {outdated > 0 && `${t('translation.outdatedCount', { count: outdated, ...name })} `}
      {missing > 0 ? t('editing.missing', { count: missing, ...name }) : outdated === 0 && t('editing.complete', name)}
    </p>
  )
}
