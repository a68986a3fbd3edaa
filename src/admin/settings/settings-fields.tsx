import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { TextField } from '#ui/controls/fields/text-field'
import { pageKindOf } from '#features/pages/page-fields'
import type { Editor } from '#records/editor/saving/use-editor'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { derivedSeo } from '#records/editor/fields/derived-seo'
import { SeoControl, type SeoField } from '#records/editor/fields/seo-fields'
import { textField } from '#records/editor/fields/text-field'
import { pathIn } from '#records/editor/values/paths'
import type { Values } from '#records/editor/values/values'
import { inLanguage } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { type SettingsPage, settingsPages } from './settings-page'

type SettingsFieldsProps = {
  page: SettingsPage
  form: Editor<Values>
  language: Language
  onCanonicalBlur: (field: string) => void
}

/** The fields of one language. The picture, which is shared by all languages, is with the English ones. */
export function SettingsFields({ page, form, language, onCanonicalBlur }: SettingsFieldsProps) {
  const t = useText()
  const labelOf = useFieldLabel(pageKindOf(page))
  const { heading } = settingsPages[page]
  const { name: siteName } = useAtomValue(siteAtom)
  const read = (field: string) => String(form.values[pathIn(language, field)] || form.values[field] || '')
  const derived = derivedSeo({
    ...(heading && { heading: read(heading.title), summary: read(heading.subtitle) }),
    typed: { title: read('metadata.title'), description: read('metadata.description') },
    label: t(`page.${page}`),
    site: siteName,
  })
  const control = (of: string) => {
    const field = pathIn(language, of)
    return { ...textField(form, field), label: labelOf(field) }
  }
  const seo = (field: SeoField) => (
    <FieldAnchor path={pathIn(language, `metadata.${field}`)}>
      <SeoControl
        field={field}
        {...control(`metadata.${field}`)}
        derived={derived[field]}
        description={t(`settings.${field}Hint`)}
        onBlur={field === 'canonical' ? () => onCanonicalBlur(pathIn(language, 'metadata.canonical')) : undefined}
      />
    </FieldAnchor>
  )
  return (
    <>
      {heading && (
        <fieldset className="settings-group">
          <legend>{t('page.group.pageHeading')}</legend>
          <FieldAnchor path={pathIn(language, heading.title)}>
            <TextField {...control(heading.title)} maxLength={200} />
          </FieldAnchor>
          <FieldAnchor path={pathIn(language, heading.subtitle)}>
            <TextField {...control(heading.subtitle)} maxLength={500} rows={2} />
          </FieldAnchor>
        </fieldset>
      )}
      <fieldset className="settings-group">
        <legend>{t('settings.search')}</legend>
        {seo('title')}
        {seo('description')}
        {seo('keywords')}
        {page !== 'home' && seo('canonical')}
      </fieldset>
      <fieldset className="settings-group">
        <legend>{t('settings.sharing')}</legend>
        {seo('ogTitle')}
        {seo('ogDescription')}
        {language === defaultLanguage && seo('ogImage')}
      </fieldset>
    </>
  )
}

type SearchPreviewProps = { page: SettingsPage; values: Values; language: Language }

/** An approximate preview of the page in search results. */
export function SearchPreview({ page, values, language }: SearchPreviewProps) {
  const t = useText()
  const { name, origin } = useAtomValue(siteAtom)
  const { path, heading } = settingsPages[page]
  const read = (field: string) => {
    const english = String(values[field] ?? '')
    return String(values[pathIn(language, field)] ?? '') || english
  }
  const title = read('metadata.title') || (heading ? `${name} ${read(heading.title)}` : name)
  return (
    <figure className="settings-preview">
      <figcaption>{t('settings.preview')}</figcaption>
      <p className="settings-preview-address">
        {values[pathIn(language, 'metadata.canonical')] || origin + inLanguage(path, language)}
      </p>
      <p className="settings-preview-title" lang={language}>
        {clip(title, 60)}
      </p>
      <p className="settings-preview-text" lang={language}>
        {clip(read('metadata.description'), 155)}
      </p>
    </figure>
  )
}

const clip = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)
