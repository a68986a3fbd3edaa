import { Button } from '#base/controls/button'
import { TextField } from '#base/controls/text-field'
import { RichTextField } from '#base/editing/rich-text-field'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import type { TextSpec } from './page-fields'

type PageTextProps = {
  field: TextSpec
  label: string
  language: Language
  value: unknown
  /** The English one. */
  original: unknown
  onChange: (text: string) => void
}

/** One text of a page in one language; a translation that is not there yet can begin as its original. */
export function PageText({ field, label: name, language, value, original, onChange }: PageTextProps) {
  const t = useText()
  if (typeof value === 'object' && value !== null)
    return <p className="edit-note">{t('page.otherShape', { field: name })}</p>
  const text = value === undefined || value === null ? '' : String(value)
  const label = language === 'en' ? name : t('editing.inSpanish', { field: name })
  const isMissing = language !== 'en' && text.trim() === '' && typeof original === 'string' && original.trim() !== ''
  return (
    <>
      {isMissing && (
        <div className="edit-mark" data-state="missing">
          <span>{t('editing.untranslated')}</span>
          <Button
            variant="quiet"
            aria-label={t('editing.copyEnglishOf', { field: name })}
            onPress={() => onChange(original)}
          >
            {t('editing.copyEnglish')}
          </Button>
        </div>
      )}
      {field.kind === 'html' ? (
        <RichTextField label={label} value={text} onChange={onChange} language={language} />
      ) : (
        <TextField
          label={label}
          value={text}
          onChange={onChange}
          rows={field.kind === 'lines' ? 3 : 1}
          lang={language}
        />
      )}
    </>
  )
}
