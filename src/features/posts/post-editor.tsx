import { DateTimeField } from '#base/controls/date-time-field'
import { TextField } from '#base/controls/text-field'
import { ImageField } from '#base/editing/image-field'
import { EditedLanguage } from '#records/editor/edited-language'
import { RichTextField } from '#base/editing/rich-text-field'
import { SlugField } from '#records/editor/slug-field'
import { countUntranslated } from '#records/editor/untranslated'
import { type RecordForm, textField } from '#records/editor/use-record-form'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { type PostValues, translatedPostTexts } from './post-values'

type PostEditorProps = { form: RecordForm<PostValues>; language: Language; onLanguage: (language: Language) => void }

/** The texts of a post in either language; what is the same in both is edited beside the English ones. */
export function PostEditor({ form, language, onLanguage }: PostEditorProps) {
  const missing = countUntranslated(translatedPostTexts, (text, written) => form.values[written === 'en' ? text : `translations.es.${text}` as const].trim() !== '')
  return (
    <div className="edit-fields">
      <EditedLanguage selected={language} onSelect={onLanguage} missing={missing} />
      {language === 'en' ? <English form={form} /> : <Spanish form={form} />}
    </div>
  )
}

function English({ form }: { form: RecordForm<PostValues> }) {
  const t = useText()
  return (
    <div className="edit-split">
      <div className="edit-fields">
        <TextField label={t('post.title')} {...textField(form, 'title')} isRequired maxLength={200} />
        <SlugField label={t('editing.slug')} description={t('editing.slugHint')} title={form.values.title} {...textField(form, 'slug')} />
        <TextField label={t('post.excerpt')} {...textField(form, 'excerpt')} isRequired rows={3} maxLength={1000} description={t('post.excerptHint')} />
        <RichTextField label={t('post.content')} {...textField(form, 'content')} isRequired language="en" />
      </div>
      <div className="edit-fields">
        <ImageField label={t('post.imageUrl')} {...textField(form, 'imageUrl')} isRequired />
        <TextField label={t('post.category')} {...textField(form, 'category')} maxLength={100} />
        <DateTimeField label={t('post.publishedAt')} {...textField(form, 'publishedAt')} />
      </div>
    </div>
  )
}

function Spanish({ form }: { form: RecordForm<PostValues> }) {
  const t = useText()
  return (
    <>
      <TextField label={t('post.titleEs')} {...textField(form, 'translations.es.title')} maxLength={200} lang="es" description={form.values.title} />
      <TextField label={t('post.excerptEs')} {...textField(form, 'translations.es.excerpt')} rows={3} maxLength={1000} lang="es" description={form.values.excerpt} />
      <RichTextField label={t('post.contentEs')} {...textField(form, 'translations.es.content')} language="es" description={t('editing.translationHint')} />
    </>
  )
}
