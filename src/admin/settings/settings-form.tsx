import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { Alert } from '#ui/controls/states/alert'
import { href } from '#i18n/addresses/href'
import { readPath } from '#records/editor/values/paths'
import { withOrigin } from '#records/editor/values/canonical'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { plainFailure } from '#records/editor/saving/failure'
import { EditedLanguage } from '#records/editor/languages/edited-language'
import { useSaveShortcut } from '#editing/save-shortcut'
import { SaveFoot, TakenUp } from '#records/editor/saved-form'
import type { Editor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { joinSentences } from '#records/editor/merge/merged-words'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { siteAtom } from '#contract/site'
import { useToast } from '#ui/toasts/toast'
import type { PageContent } from '#features/pages/contract'
import { useFieldLabel } from './field-label'
import { SearchPreview } from './search-preview'
import { SettingsFields } from './settings-fields'
import { canonicals, missingTexts, type SettingsPage, settingsPages } from './settings-page'
import { useSettingsEditor } from './use-settings-editor'

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
  const { origin } = useAtomValue(siteAtom)
  const labelOf = useFieldLabel()
  const [edited, setEdited] = useState<Language>(defaultLanguage)
  const [failure, setFailure] = useState<string>()
  const names = settingsPages[page]
  const form = useSettingsEditor({
    page,
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
      if (fields.length > 0) setEdited(languageOf(fields))
      const isMarked = fields.length > 0 && fields.every((field) => field in form.values)
      setFailure(isMarked ? undefined : plainFailure(error, t('settings.failed'), t))
      toast({ variant: 'destructive', title: t('settings.errorTitle'), description: t(names.failed) })
    },
  })

  const state = !form.isDirty ? 'saved' : form.keptAt === undefined ? 'unsaved' : 'kept'
  const tellState = useEffectEvent(onState)
  useEffect(() => tellState(state), [state])

  const canonical = useCanonicals(page, form)
  const save = () => {
    if (form.isPending || form.theirs) return
    const { whole, invalid } = canonical.check()
    if (invalid === undefined) void form.save({ ...form.values, ...whole })
    else setEdited(readPath(invalid).language)
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
    return <ConflictView form={form} theirs={theirs} labelOf={labelOf} />
  }
  return (
    <form className="settings-form" noValidate onSubmit={submit} aria-label={t(names.tab)}>
      <p className="kit-note">{t(names.intro, { address: origin + href(names.path) })}</p>
      <TakenUp form={form} />
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
    </form>
  )
}

/** That of fields which are all of another one than English. */
function languageOf(fields: readonly string[]): Language {
  const [first = defaultLanguage, ...others] = new Set(fields.map((field) => readPath(field).language))
  return others.length === 0 ? first : defaultLanguage
}

/** The canonical addresses of the form, which may be typed as paths of this site. */
function useCanonicals(page: SettingsPage, form: Editor<Values>) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const typedIn = (field: string) => String(form.values[field] ?? '')
  const tellInvalid = () =>
    toast({ variant: 'destructive', title: t('settings.invalidUrlTitle'), description: t('settings.invalidUrlText') })
  const mark = (fields: string[]) =>
    form.setErrors(Object.fromEntries(fields.map((field) => [field, t('settings.invalidUrlText')])))
  return {
    complete: (field: string) => {
      const typed = typedIn(field).trim()
      const whole = withOrigin(typed, origin)
      if (isInvalidUrl(typed)) tellInvalid()
      if (whole !== form.values[field]) form.change({ [field]: whole })
      if (isInvalidUrl(whole)) mark([field])
    },
    /** All of them completed, and the first that is no address, once it is marked. */
    check: () => {
      const whole = Object.fromEntries(canonicals(page).map((field) => [field, withOrigin(typedIn(field), origin)]))
      const invalid = canonicals(page).filter((field) => isInvalidUrl(whole[field] ?? ''))
      if (invalid.length > 0) {
        mark(invalid)
        tellInvalid()
      }
      return { whole, invalid: invalid[0] }
    },
  }
}

const isInvalidUrl = (address: string) => address !== '' && !/^https?:\/\//i.test(address)
