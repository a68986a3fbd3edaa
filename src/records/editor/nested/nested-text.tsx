import { TextField } from '#ui/controls/fields/text-field'
import { RichTextField } from '#editing/rich-text-field'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, type Language } from '#i18n/language'
import { shownText } from '#records/editor/languages/shown-value'
import { isCopy } from '#records/translation/copied-text'
import { CopiedMark, MissingMark, OutdatedMark } from '#records/editor/languages/translation-mark'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { TextField as TextSpec } from '#records/kind/fields'

type NestedTextProps = {
  field: TextSpec
  label: string
  language: Language
  value: unknown
  /** The English text. */
  original: unknown
  /** Both as stored. */
  stored: { value: unknown; original: unknown }
  /** The path of the text in the marks. */
  name: string
  marks: TranslationMarks
  error?: string
  onChange: (text: string) => void
}

/** One text of a page, a row or a block in one language; a missing translation can be started from its original. */
export function NestedText(props: NestedTextProps) {
  const { field, label: name, language, value, error, onChange } = props
  const isRequired = field.required && language === defaultLanguage
  const t = useText()
  const { nameOf } = useLanguageNames()
  if (typeof value === 'object' && value !== null)
    return <p className="edit-note">{t('page.otherShape', { field: name })}</p>
  const text = value === undefined || value === null ? '' : String(value)
  const label =
    language === defaultLanguage ? name : t('editing.inLanguage', { field: name, language: nameOf(language) })
  return (
    <>
      {language !== defaultLanguage && <Mark {...props} text={text} />}
      {field.type === 'html' ? (
        <RichTextField {...{ label, error, isRequired, onChange, language }} value={text} />
      ) : (
        <TextField
          {...{ label, error, isRequired, onChange }}
          value={text}
          rows={field.type === 'lines' ? 3 : 1}
          lang={language}
        />
      )}
    </>
  )
}

/** The state of the text's translation, unless it is complete. */
function Mark({
  field,
  label,
  language,
  text,
  value,
  original,
  stored,
  name,
  marks,
  onChange,
}: NestedTextProps & { text: string }) {
  const english = typeof original === 'string' ? original : ''
  const change = marks.outdated[name]
  if (text.trim() === '')
    return english.trim() === '' ? null : (
      <MissingMark label={label} language={language} onCopy={() => onChange(english)} />
    )
  const isStored = stored.value === value && stored.original === original
  if (isCopy({ source: english, text }) && !(isStored && marks.complete.has(name)))
    return <CopiedMark label={label} language={language} name={name} marks={marks} isStored={isStored} />
  // A translation that was edited or moved is evaluated when it is saved.
  if (!change || !isStored) return null
  const { before, after } = change
  return (
    <OutdatedMark
      label={label}
      name={name}
      marks={marks}
      shown={before === null ? undefined : shownText(field.type === 'html', before, after)}
    />
  )
}
