import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { Segments } from '#editing/segments'

type EditedLanguageProps = {
  selected: Language
  onSelect: (language: Language) => void
  /** How many texts are still without a version in the other language; undefined while there is none to translate. */
  missing?: number
}

/** Which language's texts are edited. The languages name themselves. */
export function EditedLanguage({ selected, onSelect, missing }: EditedLanguageProps) {
  const t = useText()
  return (
    <div className="edit-languages">
      <Segments label={t('editing.language')} selected={selected} onSelect={onSelect} options={languageOptions} />
      {missing !== undefined && (
        <p className="edit-note">{missing > 0 ? t('editing.missing', { count: missing }) : t('editing.complete')}</p>
      )}
    </div>
  )
}

/** The languages as they call themselves, for `Segments`. */
export const languageOptions = languages.map((id) => ({ id, label: <span lang={id}>{locales[id]}</span> }))
