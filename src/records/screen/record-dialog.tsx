import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { withOrigin } from '#records/editor/canonical'
import { EditorDialog } from '#records/editor/editor-dialog'
import { failureText } from '#records/editor/failure'
import { focusFirstFault } from '#base/editing/focus'
import type { UnsavedText } from '#records/editor/unsaved-text'
import { EditedLanguage } from '#records/editor/edited-language'
import { Preview } from '#records/editor/preview'
import { type SeoField, SeoFields, seoFields } from '#records/editor/seo-fields'
import { countUntranslated } from '#records/editor/untranslated'
import { textField, useRecordForm } from '#records/editor/use-record-form'
import { useSaving } from '#records/editor/use-saving'
import { ApiError, send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { siteAtom } from '#base/site'
import { useToast } from '#base/ui/toast'
import { useRecordFaults } from './record-faults'
import { useFieldLabel, kindText } from '#records/editor/kind-text'
import { RecordEditor } from '#records/editor/record-editor'
import { blankValues, type RecordValues, toBody, toValues } from '#records/editor/record-values'
import type { RecordKind, EditedRecord } from '#records/record'
import { useLoadRecord } from './load-record'
import { useWriteRecord } from './write-record'

type RecordDialogProps = {
  kind: RecordKind
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: UnsavedText
  unsavedKey: string
  onSaved: () => void
  onClose: () => void
}

type Tab = 'editor' | 'seo' | 'preview'

/** Creates or edits one record. */
export function RecordDialog({ kind, stored, resume, unsavedKey, onSaved, onClose }: RecordDialogProps) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const withSession = useWithSession()
  const load = useLoadRecord(kind)
  const { write, target } = useWriteRecord(kind, stored)
  const labelOf = useFieldLabel(kind)
  const findFaults = useRecordFaults(kind)
  const [tab, setTab] = useState<Tab>('editor')
  const [language, setLanguage] = useState<Language>('en')

  const [loaded] = useState(() => ({ values: stored ? toValues(kind, stored) : blankValues(kind), version: stored?.version ?? 0 }))
  const titleOf = useCallback((values: RecordValues) => values.title, [])
  const form = useRecordForm({ unsavedKey, loaded, titleOf, resume })

  const showFaults = (faults: Record<string, string>) => {
    const fields = Object.keys(faults)
    form.setErrors(faults)
    setTab(fields.every((field) => /^(translations\.es\.)?metadata/.test(field)) ? 'seo' : 'editor')
    setLanguage(fields.every((field) => field.startsWith('translations.')) ? 'es' : 'en')
    focusFirstFault()
  }

  const saving = useSaving({
    form,
    write,
    fresh: async () => {
      const id = target.current?.id
      const current = id === undefined ? null : await load(id)
      return current && { values: toValues(kind, current), version: current.version }
    },
    onSaved: ({ values: { title }, version }) => {
      onSaved()
      toast({
        title: kindText(t, kind, version === 0 ? 'created' : 'updated'),
        description: t(version === 0 ? 'resource.createdText' : 'resource.updatedText', { title }),
      })
      onClose()
    },
    onFailed: (error, { version }, faults) => {
      const fallback = kindText(t, kind, version === 0 ? 'createFailed' : 'updateFailed')
      const isMarked = Object.keys(faults).length > 0
      if (isMarked) showFaults(faults)
      // What is wrong with a field is written below it.
      const description = isMarked && error instanceof ApiError ? error.message : failureText(error, fallback, t)
      toast({ variant: 'destructive', title: t('editing.error'), description })
    },
  })

  const seoPath = (field: SeoField, of = language) => (of === 'en' ? `metadata.${field}` as const : `translations.es.metadata.${field}` as const)

  const save = () => {
    const values = {
      ...form.values,
      'metadata.canonical': withOrigin(form.values['metadata.canonical'], origin),
      'translations.es.metadata.canonical': withOrigin(form.values['translations.es.metadata.canonical'], origin),
    }
    form.change(values)
    const { faults, isMissing } = findFaults(values)
    if (Object.keys(faults).length === 0) {
      void saving.save(values)
    } else {
      showFaults(faults)
      toast(isMissing
        ? { variant: 'destructive', title: t('editing.missingFields'), description: t('editing.missingFieldsText') }
        : { variant: 'destructive', title: t('editing.faults'), description: t('editing.faultsText') })
    }
  }

  const render = useCallback(async (draft: unknown, shown: Language) => {
    const { html } = await withSession(() => send<{ html: string }>('POST', '/api/preview', { body: { kind: kind.name, language: shown, draft } }))
    return html
  }, [kind, withSession])

  return (
    <EditorDialog
      title={kindText(t, kind, loaded.version === 0 ? 'add' : 'edit')}
      form={form}
      saving={saving}
      onSave={save}
      onClose={onClose}
      labelOf={labelOf}
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'editor', label: t('resource.editorTab'), content: <RecordEditor kind={kind} form={form} language={language} onLanguage={setLanguage} /> },
        {
          id: 'seo',
          label: t('editing.seoTab'),
          content: (
            <div className="edit-fields">
              <EditedLanguage selected={language} onSelect={setLanguage} missing={countUntranslated(seoFields, (field, written) => form.values[seoPath(field, written)] !== '')} />
              <SeoFields
                read={(field) => textField(form, seoPath(field))}
                onChange={(field, value) => textField(form, seoPath(field)).onChange(value)}
              />
            </div>
          ),
        },
        { id: 'preview', label: t('resource.previewTab'), content: <Preview draft={toBody(kind, form.values)} language={language} onLanguage={setLanguage} render={render} /> },
      ]}
    />
  )
}
