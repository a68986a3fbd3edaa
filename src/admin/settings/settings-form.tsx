import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { href } from '#i18n/addresses/href'
import { withOrigin } from '#records/editor/values/canonical'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { plainFailure } from '#records/editor/saving/failure'
import { EditedLanguage } from '#records/editor/languages/edited-language'
import { shortcut, useSaveShortcut } from '#editing/save-shortcut'
import { useRecordForm } from '#records/editor/saving/use-record-form'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { Values } from '#records/editor/values/values'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { siteAtom } from '#contract/site'
import { useToast } from '#ui/toasts/toast'
import type { PageContent } from '#features/pages/contract'
import { useFieldLabel } from './field-label'
import { SearchPreview } from './search-preview'
import { SettingsFields } from './settings-fields'
import { canonicals, loadedSettings, missingSpanish, type SettingsPage, settingsPages } from './settings-page'
import { useSettingsSaving } from './use-settings-saving'

/** How far what is typed is safe. */
export type FormState = 'saved' | 'unsaved' | 'kept'

type SettingsFormProps = {
  page: SettingsPage
  row: PageContent | undefined
  isShown: boolean
  onState: (state: FormState) => void
}

/**
 * The settings of one page. What is typed and not saved is kept on this device, and back when the screen is opened
 * again.
 */
export function SettingsForm({ page, row, isShown, onState }: SettingsFormProps) {
  const t = useText()
  const toast = useToast()
  const language = useAtomValue(languageAtom)
  const { origin } = useAtomValue(siteAtom)
  const labelOf = useFieldLabel()
  const [edited, setEdited] = useState<Language>('en')
  const [failure, setFailure] = useState<string>()
  const names = settingsPages[page]
  const form = useRecordForm<Values>({
    unsavedKey: `settings:${page}`,
    loaded: loadedSettings(page, row),
    titleOf: () => t(names.tab),
    takesUp: true,
  })
  const state = !form.isDirty ? 'saved' : form.keptAt === undefined ? 'unsaved' : 'kept'
  const tellState = useEffectEvent(onState)
  useEffect(() => tellState(state), [state])
  const saving = useSettingsSaving({
    page,
    form,
    row,
    onSaved: (merged) => {
      setFailure(undefined)
      toast({
        title: t('settings.updated'),
        description: joinSentences(t('settings.updatedText', { page: t(names.tab) }), merged),
      })
    },
    onFailed: (error, faults) => {
      const fields = Object.keys(faults)
      if (fields.length > 0) setEdited(fields.every((field) => field.startsWith('translations.')) ? 'es' : 'en')
      const isMarked = fields.length > 0 && fields.every((field) => field in form.values)
      setFailure(isMarked ? undefined : plainFailure(error, t('settings.failed'), t))
      toast({ variant: 'destructive', title: t('settings.errorTitle'), description: t(names.failed) })
    },
  })

  const showInvalidUrl = () =>
    toast({ variant: 'destructive', title: t('settings.invalidUrlTitle'), description: t('settings.invalidUrlText') })

  const completeCanonical = (field: string) => {
    const typed = String(form.values[field] ?? '').trim()
    const whole = withOrigin(typed, origin)
    if (isInvalidUrl(typed)) showInvalidUrl()
    if (whole !== form.values[field]) form.change({ [field]: whole })
    if (isInvalidUrl(whole)) form.setErrors({ [field]: t('settings.invalidUrlText') })
  }

  const save = () => {
    if (saving.isPending || form.theirs) return
    const whole = Object.fromEntries(
      canonicals(page).map((field) => [field, withOrigin(String(form.values[field] ?? ''), origin)]),
    )
    const invalid = canonicals(page).filter((field) => isInvalidUrl(whole[field] ?? ''))
    const [first] = invalid
    if (first !== undefined) {
      form.setErrors(Object.fromEntries(invalid.map((field) => [field, t('settings.invalidUrlText')])))
      setEdited(first.startsWith('translations.') ? 'es' : 'en')
      showInvalidUrl()
    } else void saving.save({ ...form.values, ...whole })
  }
  useSaveShortcut({
    onSave: () => {
      if (isShown) save()
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }

  if (form.theirs) {
    const { theirs } = form
    return <ConflictView form={form} saving={saving} theirs={theirs} labelOf={labelOf} />
  }
  return (
    <form className="settings-form" noValidate onSubmit={submit} aria-label={t(names.tab)}>
      <p className="kit-note">{t(names.intro, { address: origin + href(names.path) })}</p>
      {form.takenUp && form.isDirty && (
        <Alert
          variant="info"
          action={<Button onPress={() => form.change(form.base.values)}>{t('settings.discard')}</Button>}
        >
          {t('settings.resumed', { date: dateTime(form.takenUp.keptAt, language) })}
        </Alert>
      )}
      <EditedLanguage selected={edited} onSelect={setEdited} missing={missingSpanish(page, form.values)} />
      <SettingsFields page={page} form={form} language={edited} onCanonicalBlur={completeCanonical} />
      <SearchPreview page={page} values={form.values} language={edited} />
      {failure !== undefined && (
        <Alert variant="danger" title={t(names.failed)}>
          {failure}
        </Alert>
      )}
      <div className="settings-foot">
        <Button type="submit" variant="primary" isPending={saving.isPending} aria-keyshortcuts="Control+S Meta+S">
          {saving.isPending ? t('settings.saving') : t('settings.save')}
          <kbd className="edit-shortcut" aria-hidden="true">
            {shortcut('S')}
          </kbd>
        </Button>
        <output className="kit-note">{state === 'saved' ? '' : t(`editing.${state}`)}</output>
      </div>
    </form>
  )
}

const isInvalidUrl = (address: string) => address !== '' && !/^https?:\/\//i.test(address)
