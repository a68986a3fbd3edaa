import { Switch } from '#base/controls/switch'
import { TextField } from '#base/controls/text-field'
import { ImageField } from '#base/editing/image-field'
import { EditedLanguage } from '#records/editor/edited-language'
import { RichTextField } from '#base/editing/rich-text-field'
import { SlugField } from '#records/editor/slug-field'
import { countUntranslated } from '#records/editor/untranslated'
import { type RecordForm, textField } from '#records/editor/use-record-form'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { type ProjectValues, translatedProjectTexts } from './project-values'

type ProjectEditorProps = { form: RecordForm<ProjectValues>; language: Language; onLanguage: (language: Language) => void }

/** The texts of a project in either language; what is the same in both is edited beside the English ones. */
export function ProjectEditor({ form, language, onLanguage }: ProjectEditorProps) {
  const missing = countUntranslated(translatedProjectTexts, (text, written) => form.values[written === 'en' ? text : `translations.es.${text}` as const].trim() !== '')
  return (
    <div className="edit-fields">
      <EditedLanguage selected={language} onSelect={onLanguage} missing={missing} />
      {language === 'en' ? <English form={form} /> : <Spanish form={form} />}
    </div>
  )
}

function English({ form }: { form: RecordForm<ProjectValues> }) {
  const t = useText()
  return (
    <div className="edit-split">
      <div className="edit-fields">
        <TextField label={t('project.title')} {...textField(form, 'title')} isRequired maxLength={200} />
        <SlugField label={t('editing.slug')} description={t('editing.slugHint')} title={form.values.title} {...textField(form, 'slug')} />
        <TextField label={t('project.description')} {...textField(form, 'description')} isRequired rows={3} maxLength={1000} description={t('project.descriptionHint')} />
        <RichTextField label={t('project.content')} {...textField(form, 'content')} isRequired language="en" />
      </div>
      <div className="edit-fields">
        <ImageField label={t('project.imageUrl')} {...textField(form, 'imageUrl')} isRequired />
        <TextField label={t('project.category')} {...textField(form, 'category')} isRequired maxLength={100} />
        <Switch isSelected={form.values.isFeatured} onChange={(isFeatured) => form.change({ isFeatured })}>{t('project.isFeatured')}</Switch>
        <TextField label={t('project.githubUrl')} {...textField(form, 'githubUrl')} inputMode="url" />
        <TextField label={t('project.demoUrl')} {...textField(form, 'demoUrl')} inputMode="url" />
        <TextField label={t('project.type')} {...textField(form, 'type')} maxLength={100} />
        <TextField label={t('project.excerpt')} {...textField(form, 'excerpt')} rows={2} maxLength={1000} />
      </div>
    </div>
  )
}

function Spanish({ form }: { form: RecordForm<ProjectValues> }) {
  const t = useText()
  const { values } = form
  return (
    <>
      <TextField label={t('project.titleEs')} {...textField(form, 'translations.es.title')} maxLength={200} lang="es" description={values.title} />
      <TextField label={t('project.descriptionEs')} {...textField(form, 'translations.es.description')} rows={3} maxLength={1000} lang="es" description={values.description} />
      <RichTextField label={t('project.contentEs')} {...textField(form, 'translations.es.content')} language="es" description={t('editing.translationHint')} />
      <TextField label={t('project.categoryEs')} {...textField(form, 'translations.es.category')} maxLength={100} lang="es" description={values.category} />
      <TextField label={t('project.excerptEs')} {...textField(form, 'translations.es.excerpt')} rows={2} maxLength={1000} lang="es" description={values.excerpt} />
    </>
  )
}
