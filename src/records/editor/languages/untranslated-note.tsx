import { useText } from '#i18n/i18n'
import type { OtherLanguage } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'

type UntranslatedNoteProps = {
  language: OtherLanguage
  /** How many texts are not translated, and how many no more; undefined while there is none to translate. */
  missing: number | undefined
  outdated?: number
}

/** How far what is edited is translated into a language. */
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
