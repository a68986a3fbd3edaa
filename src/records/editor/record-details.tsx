import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { slugify } from '#text/slug'
import { isCopy } from '#records/translation/copied-text'
import { translatedNames } from '#records/kind/fields'
import { FieldPlace } from './fields/field-place'
import { useFieldLabel } from './fields/kind-text'
import { pathIn } from './values/record-values'
import { type RecordEditorProps, RecordTexts } from './record-editor'
import { SlugField } from './fields/slug-field'
import { countUntranslated } from './languages/untranslated'
import { textField } from './saving/use-record-form'

const spanish = pathIn('es', 'slug')

/** What belongs to a record and is not the text of its page. */
export function RecordDetails(props: RecordEditorProps) {
  const { kind, form, languages, marks } = props
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const missing = countUntranslated(translatedNames(kind.fields), (name, language) => {
    const text = String(form.values[pathIn(language, name)] ?? '').trim()
    const isCopied = language === 'es' && isCopy({ source: String(form.values[name] ?? ''), text })
    return text !== '' && (!isCopied || marks.complete.has(name))
  })
  const outdated = Object.keys(marks.outdated).length
  return (
    <div className="edit-fields">
      {kind.aside.map((name) => (
        <RecordTexts key={name} {...props} name={name} />
      ))}
      <FieldPlace path="slug">
        <SlugField
          label={t('editing.slug')}
          description={t('editing.slugHint')}
          title={form.values.title}
          {...textField(form, 'slug')}
        />
      </FieldPlace>
      {languages.includes('es') && (
        <FieldPlace path={spanish}>
          <TextField
            label={labelOf(spanish)}
            description={t('editing.spanishSlugHint')}
            placeholder={form.values.slug || slugify(form.values.title)}
            spellCheck="false"
            {...textField(form, spanish)}
          />
        </FieldPlace>
      )}
      {missing !== undefined && (
        <p className="edit-note">
          {outdated > 0 && `${t('translation.outdatedCount', { count: outdated })} `}
          {missing > 0 ? t('editing.missing', { count: missing }) : outdated === 0 && t('editing.complete')}
        </p>
      )}
    </div>
  )
}
