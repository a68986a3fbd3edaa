import { AlsoEdited } from '#admin/also-edited'
import { TextField } from '#ui/controls/fields/text-field'
import type { Editor } from '#records/editor/saving/use-editor'
import { textField } from '#records/editor/fields/text-field'
import { pathIn } from '#records/editor/values/paths'
import type { Values } from '#records/editor/values/values'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useFieldLabel } from './field-label'
import { type SettingsPage, settingsPages } from './settings-page'

type SettingsFieldsProps = {
  page: SettingsPage
  form: Editor<Values>
  language: Language
  onCanonicalBlur: (field: string) => void
}

/** The fields of one language. The picture, which all languages share, stands with the English ones. */
export function SettingsFields({ page, form, language, onCanonicalBlur }: SettingsFieldsProps) {
  const t = useText()
  const labelOf = useFieldLabel()
  const { heading } = settingsPages[page]
  const isEnglish = language === defaultLanguage
  const fieldOf = (name: string) => pathIn(language, name)
  const control = (name: string) => {
    const field = fieldOf(name)
    return { ...textField(form, field), label: labelOf(field) }
  }
  return (
    <>
      {heading && (
        <fieldset className="settings-group">
          <legend>{t('page.group.pageHeading')}</legend>
          <TextField {...control(heading.title)} maxLength={200} />
          <TextField {...control(heading.subtitle)} maxLength={500} rows={2} />
          <AlsoEdited
            href={`${href(adminPaths.content)}?edit=${page}`}
            place={`${t('adminNav.pages')}: ${t(`page.${page}`)}`}
          />
        </fieldset>
      )}
      <fieldset className="settings-group">
        <legend>{t('settings.search')}</legend>
        <TextField {...control('metadata.title')} maxLength={300} description={t('settings.titleHint')} />
        <TextField
          {...control('metadata.description')}
          maxLength={1000}
          rows={3}
          description={t('settings.descriptionHint')}
        />
        <TextField {...control('metadata.keywords')} maxLength={1000} description={t('settings.keywordsHint')} />
        {page !== 'home' && (
          <TextField
            {...control('metadata.canonical')}
            inputMode="url"
            spellCheck="false"
            onBlur={() => onCanonicalBlur(fieldOf('metadata.canonical'))}
            description={t('settings.canonicalHint')}
          />
        )}
      </fieldset>
      <fieldset className="settings-group">
        <legend>{t('settings.sharing')}</legend>
        <TextField {...control('metadata.ogTitle')} maxLength={300} description={t('settings.ogTitleHint')} />
        <TextField
          {...control('metadata.ogDescription')}
          maxLength={1000}
          rows={3}
          description={t('settings.ogDescriptionHint')}
        />
        {isEnglish && (
          <TextField
            {...control('metadata.ogImage')}
            inputMode="url"
            spellCheck="false"
            description={t('settings.ogImageHint')}
          />
        )}
      </fieldset>
    </>
  )
}
