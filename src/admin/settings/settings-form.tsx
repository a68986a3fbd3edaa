import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import { Form } from '#auth/forms/form'
import { send } from '#client/api-error'
import { pageContentsQuery } from '#features/page-contents/editor/editor-queries'
import { lastSaver } from '#records/screen/load-record'
import { parseObject } from '#text/parse-json'
import { isSafeUrl } from '#text/schema'
import { Alert } from '#ui/controls/states/states'
import { href, inLanguage } from '#i18n/addresses/href'
import { readPath, pathIn, type Values } from '#records/editor/values/values'
import { withOrigin, derivedSeo, SeoControl, type SeoField } from '#records/editor/fields/seo-fields'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { focusField, useRequestedField, FieldAnchor } from '#records/editor/fields/field-location'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { EditedLanguage } from '#records/editor/languages/untranslated-note'
import { useSaveShortcut } from '#editing/save-shortcut'
import { SaveFoot, RestoredNotice, type SavedForm, useSavedForm } from '#records/editor/saved-form'
import { type Editor, textField } from '#records/editor/saving/use-editor'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { siteAtom } from '#contract/site'
import { useToast } from '#ui/toasts/toast'
import type { PageContent } from '#features/page-contents/contract'
import { pageContentKindOf } from '#features/page-contents/page-fields'
import { TextField } from '#ui/controls/fields/text-field'
import {
  canonicals,
  missingTexts,
  type SettingsPage,
  settingsPages,
  loadedSettings,
  writeSettings,
} from './settings-page'

type SettingsFieldsProps = {
  page: SettingsPage
  form: Editor<Values>
  language: Language
  onCanonicalBlur: (field: string) => void
}

/** The fields of one language. The picture, which is shared by all languages, is with the English ones. */
function SettingsFields({ page, form, language, onCanonicalBlur }: SettingsFieldsProps) {
  const t = useText()
  const labelOf = useFieldLabel(pageContentKindOf(page))
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
function SearchPreview({ page, values, language }: SearchPreviewProps) {
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

/** `kept`: unsaved, but stored on this device. */
export type FormState = 'saved' | 'unsaved' | 'kept'

type SettingsFormProps = {
  page: SettingsPage
  row: PageContent | undefined
  isShown: boolean
  /** The path of the field to focus. */
  field?: string
  onState: (state: FormState) => void
}

/**
 * The settings of one page. Unsaved changes are stored on this device, and restored when the screen is opened again.
 */
export function SettingsForm({ page, row, isShown, field: requested, onState }: SettingsFormProps) {
  const t = useText()
  const { origin } = useAtomValue(siteAtom)
  const labelOf = useFieldLabel(pageContentKindOf(page))
  const [edited, setEdited] = useState<Language>(() => readPath(requested ?? '').language)
  useRequestedField(requested, focusField)
  /** A new object focuses the first invalid field. */
  const [fault, setFault] = useState<object>()
  const showFaults = (fields: readonly string[]) => {
    setEdited(languageOf(fields))
    setFault({})
  }
  const names = settingsPages[page]
  const { form, failure, save } = useSettingsEditor(page, row, {
    prepare: ({ values, setErrors }) => {
      const { whole, invalid } = canonical.check()
      if (invalid.length === 0 && isPicture(values[pictureField])) return { ...values, ...whole }
      if (invalid.length === 0) setErrors({ [pictureField]: t('validation.url') })
      showFaults(invalid.length > 0 ? invalid : [pictureField])
    },
    onFailed: (fields) => {
      if (fields.length > 0) showFaults(fields)
    },
  })

  const state = !form.isDirty ? 'saved' : form.keptAt === undefined ? 'unsaved' : 'kept'
  const reportState = useEffectEvent(onState)
  useEffect(() => reportState(state), [state])

  const canonical = useCanonicals(page, form)
  useSaveShortcut({
    onSave: () => {
      if (isShown) save()
    },
  })

  if (form.theirs) {
    const { theirs } = form
    return <ConflictView form={form} theirs={theirs} labelOf={labelOf} />
  }
  return (
    <Form className="settings-form" error={fault} onSubmit={save} aria-label={t(names.tab)}>
      <p className="kit-note">{t(names.intro, { address: origin + href(names.path) })}</p>
      <RestoredNotice form={form} />
      <EditedLanguage
        selected={edited}
        onSelect={setEdited}
        missing={(other) => missingTexts(page, form.values, other)}
      />
      <SettingsFields page={page} form={form} language={edited} onCanonicalBlur={canonical.complete} />
      <SearchPreview page={page} values={form.values} language={edited} />
      {failure !== undefined && (
        <Alert variant="danger" title={t(names.failed)}>
          {failure}
        </Alert>
      )}
      <SaveFoot form={form} label={t('settings.save')} className="settings-foot" />
    </Form>
  )
}

/** The language of the fields if it is the same for all, otherwise English. */
function languageOf(fields: readonly string[]): Language {
  const [first = defaultLanguage, ...others] = new Set(fields.map((field) => readPath(field).language))
  return others.length === 0 ? first : defaultLanguage
}

/** The canonical URLs of the form, which may be typed as paths of this site. */
function useCanonicals(page: SettingsPage, form: Editor<Values>) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const typedIn = (field: string) => String(form.values[field] ?? '')
  const showInvalidUrl = () =>
    toast({ variant: 'destructive', title: t('settings.invalidUrlTitle'), description: t('settings.invalidUrlText') })
  const mark = (fields: string[]) =>
    form.setErrors(Object.fromEntries(fields.map((field) => [field, t('settings.invalidUrlText')])))
  return {
    complete: (field: string) => {
      const typed = typedIn(field).trim()
      const whole = withOrigin(typed, origin)
      if (isInvalidUrl(typed)) showInvalidUrl()
      if (whole !== form.values[field]) form.change({ [field]: whole })
      if (isInvalidUrl(whole)) mark([field])
    },
    /** Completes all of them; returns the invalid ones, after marking them. */
    check: () => {
      const whole = Object.fromEntries(canonicals(page).map((field) => [field, withOrigin(typedIn(field), origin)]))
      const invalid = canonicals(page).filter((field) => isInvalidUrl(whole[field] ?? ''))
      form.change(whole)
      if (invalid.length > 0) {
        mark(invalid)
        showInvalidUrl()
      }
      return { whole, invalid }
    },
  }
}

const pictureField = 'metadata.ogImage'
const isPicture = (address: unknown) =>
  typeof address !== 'string' || address.trim() === '' || isSafeUrl(address.trim())

const isInvalidUrl = (address: string) => address !== '' && !/^https?:\/\//i.test(address)

/** Edits a page's settings, which are stored in its content. `row`: the stored page; undefined if there is none yet. */
function useSettingsEditor(
  page: SettingsPage,
  row: PageContent | undefined,
  saving: Pick<SavedForm<Values, PageContent>, 'prepare' | 'onFailed'>,
) {
  const t = useText()
  const client = useQueryClient()
  const stored = useRef(row)
  const { tab, failed } = settingsPages[page]
  return useSavedForm<Values, PageContent>({
    unsavedKey: `settings:${page}`,
    loaded: loadedSettings(page, row),
    titleOf: () => t(tab),
    write: async (values, { version }, idempotencyKey) => {
      const content = JSON.stringify(writeSettings(page, parseObject(stored.current?.content), values), null, 2)
      stored.current = await send<PageContent>('POST', '/api/page-contents', {
        body: { page, content },
        version: version === 0 ? undefined : version,
        idempotencyKey,
      })
      return stored.current
    },
    fresh: async () => {
      const pages = await client.fetchQuery({ ...pageContentsQuery(), staleTime: 0 })
      stored.current = pages.find((one) => one.page === page)
      return { ...loadedSettings(page, stored.current), by: await lastSaver(client, pageContentKindOf(page), page) }
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    texts: {
      saved: t('settings.updated'),
      savedText: () => t('settings.updatedText', { page: t(tab) }),
      failed: t('settings.errorTitle'),
      failedText: t(failed),
    },
    onStored: () => void client.invalidateQueries({ queryKey: pageContentsQuery().queryKey }),
    ...saving,
  })
}
