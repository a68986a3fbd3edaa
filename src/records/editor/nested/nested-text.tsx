import { TextField } from '#ui/controls/fields/text-field'
import { RichTextField } from '#editing/rich-text-field'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, type Language } from '#i18n/language'
import { TranslationMark } from '#records/editor/languages/translation-mark'
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
  path: string
  marks: TranslationMarks
  error?: string
  onChange: (text: string) => void
}

/** One text of a page, a row or a block in one language; a missing translation can be started from its original. */
export function NestedText({
  field,
  label,
  language,
  value,
  original,
  stored,
  path,
  marks,
  ...props
}: NestedTextProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  if (typeof value === 'object' && value !== null)
    return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  const english = typeof original === 'string' ? original : ''
  const text = value === undefined || value === null ? '' : String(value)
  const control = {
    ...props,
    label: language === defaultLanguage ? label : t('editing.inLanguage', { field: label, language: nameOf(language) }),
    value: text,
    isRequired: field.required && language === defaultLanguage,
  }
  return (
    <>
      {language !== defaultLanguage && (
        <TranslationMark
          {...{ label, language, path, text, marks }}
          original={english}
          isHtml={field.type === 'html'}
          // A moved text counts as edited.
          isStored={stored.value === value && stored.original === original}
          onCopy={() => props.onChange(english)}
        />
      )}
      {field.type === 'html' ? (
        <RichTextField {...control} language={language} />
      ) : (
        <TextField {...control} rows={field.type === 'lines' ? 3 : 1} lang={language} />
      )}
    </>
  )
}
