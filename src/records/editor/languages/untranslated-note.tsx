import { useText } from '#i18n/i18n'
import { type OtherLanguage, type Language, languages, otherLanguages } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { locales } from '#i18n/locales'
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

/** The number of English texts without a translation into a language; undefined if there are none in English. */
export function countUntranslated<Field>(
  fields: readonly Field[],
  isWritten: (field: Field) => boolean,
  isTranslated: (field: Field) => boolean,
): number | undefined {
  const written = fields.filter(isWritten)
  return written.length === 0 ? undefined : written.filter((field) => !isTranslated(field)).length
}
