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
import type { Resource, ResourceRow, ResourceValues } from './resource'
import { useResourceFaults, useResourceLabel } from './record-faults'
import { useLoadRecord } from './load-record'
import { useWriteRecord } from './write-record'

type ResourceDialogProps<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues> = {
  resource: Resource<Row, Item, V>
  /** Absent to create one. */
  item?: Item
  resume?: UnsavedText
  unsavedKey: string
  onSaved: () => void
  onClose: () => void
}

type Tab = 'editor' | 'seo' | 'preview'

/** Creates or edits one record. */
export function ResourceDialog<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues>(props: ResourceDialogProps<Row, Item, V>) {
  const { resource, item, resume, unsavedKey, onSaved, onClose } = props
  const { Editor } = resource
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const withSession = useWithSession()
  const load = useLoadRecord(resource)
  const { write, target } = useWriteRecord(resource, item)
  const labelOf = useResourceLabel(resource)
  const findFaults = useResourceFaults(resource)
  const [tab, setTab] = useState<Tab>('editor')
  const [language, setLanguage] = useState<Language>('en')

  const [loaded] = useState(() => ({ values: item ? resource.toValues(item) : resource.blank(), version: item?.version ?? 0 }))
  const titleOf = useCallback((values: V) => values.title, [])
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
      const stored = id === undefined ? null : await load(id)
      return stored && { values: resource.toValues(stored), version: stored.version }
    },
    onSaved: ({ values: { title }, version }) => {
      onSaved()
      toast({
        title: t(version === 0 ? `${resource.kind}.created` : `${resource.kind}.updated`),
        description: t(version === 0 ? 'resource.createdText' : 'resource.updatedText', { title }),
      })
      onClose()
    },
    onFailed: (error, { version }, faults) => {
      const fallback = t(version === 0 ? `${resource.kind}.createFailed` : `${resource.kind}.updateFailed`)
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
    const { html } = await withSession(() => send<{ html: string }>('POST', '/api/preview', { body: { kind: resource.kind, language: shown, draft } }))
    return html
  }, [resource, withSession])

  return (
    <EditorDialog
      title={t(loaded.version === 0 ? `${resource.kind}.add` : `${resource.kind}.edit`)}
      form={form}
      saving={saving}
      onSave={save}
      onClose={onClose}
      labelOf={labelOf}
      tab={tab}
      onTab={setTab}
      tabs={[
        { id: 'editor', label: t('resource.editorTab'), content: <Editor form={form} language={language} onLanguage={setLanguage} /> },
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
        { id: 'preview', label: t('resource.previewTab'), content: <Preview draft={resource.toInput(form.values)} language={language} onLanguage={setLanguage} render={render} /> },
      ]}
    />
  )
}
