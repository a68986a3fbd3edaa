import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { slugify } from '#base/text/slug'
import { translatedNames } from '#records/fields'
import type { RecordKind } from '#records/record'
import { EditedLanguage } from './edited-language'
import { FieldPlace } from './field-place'
import { useFieldLabel } from './kind-text'
import { RecordField } from './record-field'
import type { RecordValues } from './record-values'
import { SlugField } from './slug-field'
import { countUntranslated } from './untranslated'
import { type RecordForm, textField } from './use-record-form'

type RecordEditorProps = {
  kind: RecordKind
  form: RecordForm<RecordValues>
  language: Language
  onLanguage: (language: Language) => void
}

/** The texts of a record in either language; what is the same in both is edited beside the English ones. */
export function RecordEditor({ kind, form, language, onLanguage }: RecordEditorProps) {
  const missing = countUntranslated(
    translatedNames(kind.fields),
    (name, written) => String(form.values[written === 'en' ? name : `translations.es.${name}`] ?? '').trim() !== '',
  )
  return (
    <div className="edit-fields">
      <EditedLanguage selected={language} onSelect={onLanguage} missing={missing} />
      {language === 'en' ? <English kind={kind} form={form} /> : <Spanish kind={kind} form={form} />}
    </div>
  )
}

function Spanish({ kind, form }: Pick<RecordEditorProps, 'kind' | 'form'>) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const path = 'translations.es.slug'
  const [title = '', ...texts] = translatedNames(kind.fields)
  const field = (name: string) => <RecordField key={name} kind={kind} name={name} form={form} language="es" />
  return (
    <>
      {field(title)}
      <FieldPlace path={path}>
        <TextField
          label={labelOf(path)}
          description={t('editing.spanishSlugHint')}
          placeholder={form.values.slug || slugify(form.values.title)}
          maxLength={200}
          spellCheck="false"
          {...textField(form, path)}
        />
      </FieldPlace>
      {texts.map(field)}
    </>
  )
}

/** The slug stands below the title that it follows. */
function English({ kind, form }: Pick<RecordEditorProps, 'kind' | 'form'>) {
  const t = useText()
  const field = (name: string) => <RecordField key={name} kind={kind} name={name} form={form} language="en" />
  const texts = Object.keys(kind.fields).filter((name) => name !== 'title' && !kind.aside.includes(name))
  return (
    <div className="edit-split">
      <div className="edit-fields">
        {field('title')}
        <FieldPlace path="slug">
          <SlugField
            label={t('editing.slug')}
            description={t('editing.slugHint')}
            title={form.values.title}
            {...textField(form, 'slug')}
          />
        </FieldPlace>
        {texts.map(field)}
      </div>
      <div className="edit-fields">{kind.aside.map(field)}</div>
    </div>
  )
}
