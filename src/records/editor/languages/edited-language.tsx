import { useText } from '#i18n/i18n'
import { type Language, languages, type OtherLanguage, otherLanguages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { UntranslatedNote } from './untranslated-note'
import { Segments } from '#editing/segments'

type EditedLanguageProps = {
  selected: Language
  onSelect: (language: Language) => void
  /** The number of texts without a translation into a language. */
  missing: (language: OtherLanguage) => number
}

/** Selects the edited language; languages have their own names. */
export function EditedLanguage({ selected, onSelect, missing }: EditedLanguageProps) {
  const t = useText()
  return (
    <div className="edit-languages">
      <Segments label={t('editing.language')} selected={selected} onSelect={onSelect} options={languageOptions} />
      {otherLanguages.map((language) => (
        <UntranslatedNote key={language} language={language} missing={missing(language)} />
      ))}
    </div>
  )
}

/** The languages in their own names, for `Segments`. */
const languageOptions = languages.map((id) => ({ id, label: <span lang={id}>{locales[id]}</span> }))
