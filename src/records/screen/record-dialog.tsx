import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, type Ref, useCallback, useRef, useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { UserRegion } from '#auth/user-region'
import { ConfirmDialog } from '#base/controls/confirm-dialog'
import { loadFailed } from '#base/controls/load-failed'
import { ListSkeleton } from '#base/editing/list-skeleton'
import { withOrigin } from '#records/editor/canonical'
import { EditorDialog, type MayLeave } from '#records/editor/editor-dialog'
import { failureText } from '#records/editor/failure'
import { focusFirstFault } from '#base/editing/focus'
import { dropUnsaved, type UnsavedText } from '#records/editor/unsaved-text'
import { EditedLanguage } from '#records/editor/edited-language'
import { type Place, showPlace } from '#records/editor/field-place'
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
import { blankValues, type RecordValues, toBody, toLoaded } from '#records/editor/record-values'
import type { RecordKind, EditedRecord } from '#records/record'
import { useLoadRecord } from './load-record'
import { RecordBar } from './record-bar'
import { useSaveWords } from './save-words'
import { useWriteRecord, versionsOf, type Way } from './write-record'

const RecordHistory = lazy(async () => ({ default: (await import('./record-history')).RecordHistory }))

type RecordDialogProps = {
  kind: RecordKind
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: UnsavedText
  unsavedKey: string
  /** Something of it has been stored. `isOpen`: it goes on being edited. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

type Tab = 'editor' | 'seo' | 'preview'

/** Creates or edits one record. */
export function RecordDialog({ kind, stored, resume, unsavedKey, onSaved, onClose, leaving }: RecordDialogProps) {
  const t = useText()
  const toast = useToast()
  const { origin } = useAtomValue(siteAtom)
  const client = useQueryClient()
  const withSession = useWithSession()
  const load = useLoadRecord(kind)
  const { write, record, take, newest } = useWriteRecord(kind, stored)
  const labelOf = useFieldLabel(kind)
  const findFaults = useRecordFaults(kind)
  const [tab, setTab] = useState<Tab>('editor')
  const [language, setLanguage] = useState<Language>('en')
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isHistory, setIsHistory] = useState(false)
  const [restoring, setRestoring] = useState<number>()

  const [loaded] = useState(() => (stored ? toLoaded(kind, stored) : { values: blankValues(kind), version: 0 }))
  const titleOf = useCallback((values: RecordValues) => values.title, [])
  const form = useRecordForm({ unsavedKey: record ? `${kind.name}:${record.id}` : unsavedKey, loaded, titleOf, resume })
  const words = useSaveWords(record, form.values.publishedAt)

  const showFaults = (faults: Record<string, string>) => {
    const fields = Object.keys(faults)
    form.setErrors(faults)
    setTab(fields.every((field) => /^(translations\.es\.)?metadata/.test(field)) ? 'seo' : 'editor')
    setLanguage(fields.every((field) => field.startsWith('translations.')) ? 'es' : 'en')
    focusFirstFault()
  }

  /** A canonical address may be typed as a path of this site. */
  const completed = (values: RecordValues) => ({
    ...values,
    'metadata.canonical': withOrigin(values['metadata.canonical'], origin),
    'translations.es.metadata.canonical': withOrigin(values['translations.es.metadata.canonical'], origin),
  })
  /** The moment that a new form begins with is nobody's wish: a draft has none until somebody chooses one. */
  const isUndated = () => !newest() && form.newest().values.publishedAt === loaded.values.publishedAt
  const isKept = useRef(false)

  const saving = useSaving<RecordValues, EditedRecord, Way>({
    form,
    write,
    fresh: async () => {
      const current = record ? await load(record.id) : null
      if (current) take(current)
      return current && toLoaded(kind, current)
    },
    staysOpen: (way) => way !== 'publish',
    toLoaded: (answer) => toLoaded(kind, answer),
    autosave: {
      way: 'draft',
      write: (values, on, key) => write(completed(values), on, key, 'autosave'),
      toVersions: ({ version, draft }) => ({ version, draft: draft?.version ?? 0 }),
      isReady: ({ title }) => title.trim() !== '',
      faultsIn: (values) => {
        const { title, ...faults } = findFaults(completed(values), 'draft').faults
        // Nobody is told to give a title who has only begun.
        return title === undefined || !newest() ? faults : { ...faults, title }
      },
      prepare: () => {
        if (isUndated() && form.newest().values.publishedAt !== '') form.change({ publishedAt: '' })
      },
      onKept: (answer) => {
        isKept.current = true
        take(answer)
        if (!record) {
          dropUnsaved(unsavedKey)
          onSaved(answer, true)
        }
        void client.invalidateQueries({ queryKey: [`/api${kind.api}`, answer.id, 'revisions'] })
      },
    },
    onSaved: ({ values: { title }, version }, answer, way) => {
      isKept.current = false
      take(answer)
      onSaved(answer, way !== 'publish')
      if (way === 'publish') {
        toast({
          title: kindText(t, kind, version === 0 ? 'created' : 'updated'),
          description: t(version === 0 ? 'resource.createdText' : 'resource.updatedText', { title }),
        })
        onClose()
      } else if (way === 'unpublish') {
        toast({ title: t('life.unpublished'), description: t('life.unpublishedText', { title }) })
      } else {
        toast({
          title: t('life.draftSaved'),
          description: t(answer.draft ? 'life.draftSavedBeside' : 'life.draftSavedText', { title }),
        })
      }
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

  const goOnWith = (now: EditedRecord) => {
    const next = toLoaded(kind, now)
    take(now)
    form.rebase(next, next.values)
    form.setErrors({})
    onSaved(now, true)
  }

  /** Somebody else has saved meanwhile, or deleted it: what there is now is shown in place of a mere message. */
  const fail = async (cause: unknown) => {
    const status = cause instanceof ApiError ? cause.status : 0
    if (status === 412 || status === 404) await saving.refresh().catch(() => undefined)
    toast({
      variant: 'destructive',
      title: t('editing.error'),
      description: failureText(cause, kindText(t, kind, 'updateFailed'), t),
    })
  }

  /** What is done with the record as it was saved last. */
  const withNewest = async <Answer,>(work: (from: EditedRecord) => Promise<Answer>): Promise<Answer> => {
    await saving.settle()
    return withSession(() => work(newest()!))
  }

  const restore = useMutation({
    networkMode: 'always',
    mutationFn: (version: number) =>
      withNewest((from) =>
        send<EditedRecord>('POST', `/api${kind.api}/${from.id}/revisions/${version}/restore`, {
          version: versionsOf(from),
        }),
      ),
    onSuccess: (now, version) => {
      goOnWith(now)
      setIsHistory(false)
      toast({
        title: t('history.restored', { version }),
        description: t(now.draft ? 'history.restoredBeside' : 'history.restoredText'),
      })
    },
    onError: fail,
    onSettled: () => setRestoring(undefined),
  })
  const tryRestore = (version: number) => {
    if (form.isDirty) setRestoring(version)
    else restore.mutate(version)
  }

  const discardDraft = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      withNewest(async (from) => {
        await send('DELETE', `/api${kind.api}/${from.id}/draft`, { version: versionsOf(from) })
        return { ...from, draft: null }
      }),
    onSuccess: (now) => {
      goOnWith(now)
      toast({ title: t('life.draftDiscarded'), description: t('life.draftDiscardedText', { title: now.title }) })
    },
    onError: fail,
    onSettled: () => setIsDiscarding(false),
  })

  const seoPath = (field: SeoField, of = language) =>
    of === 'en' ? (`metadata.${field}` as const) : (`translations.es.metadata.${field}` as const)

  const save = (way: Way) => {
    const values = { ...completed(form.values), ...(way === 'draft' && isUndated() ? { publishedAt: '' } : {}) }
    form.change(values)
    const { faults, isMissing } = findFaults(values, way)
    if (Object.keys(faults).length === 0) {
      void saving.save(values, way)
    } else {
      showFaults(faults)
      toast(
        isMissing
          ? { variant: 'destructive', title: t('editing.missingFields'), description: t('editing.missingFieldsText') }
          : { variant: 'destructive', title: t('editing.faults'), description: t('editing.faultsText') },
      )
    }
  }

  const goTo = (place: Place) => {
    setTab('editor')
    setLanguage(place.path.startsWith('translations.') ? 'es' : 'en')
    showPlace(place)
  }

  /** What was typed and kept by itself stays, and whoever cancels is told so. */
  const close = () => {
    const now = newest()
    if (isKept.current && now) {
      onSaved(now, false)
      toast({
        title: t('life.draftSaved'),
        description: t(now.draft ? 'life.draftSavedBeside' : 'life.draftSavedText', {
          title: now.draft ? String(now.draft.values.title) : now.title,
        }),
      })
    }
    onClose()
  }

  const dialog = (
    <EditorDialog
      title={kindText(t, kind, record ? 'edit' : 'add')}
      form={form}
      saving={saving}
      banner={
        record && (
          <RecordBar
            record={record}
            isBusy={saving.isPending || restore.isPending}
            isHistory={isHistory}
            onHistory={setIsHistory}
            onDiscardDraft={() => setIsDiscarding(true)}
            onUnpublish={() => save('unpublish')}
          />
        )
      }
      view={
        record &&
        isHistory && (
          <UserRegion loading={<ListSkeleton label={t('editing.loading')} />} failed={loadFailed('editing.loadFailed')}>
            <RecordHistory kind={kind} id={record.id} isRestoring={restore.isPending} onRestore={tryRestore} />
          </UserRegion>
        )
      }
      onSave={() => save('publish')}
      saveLabel={words.label}
      saveHint={words.hint}
      draft={{
        onSave: () => save('draft'),
        label: t('life.saveDraft'),
        hint: words.draftHint,
        isPending: saving.pendingWay === 'draft',
      }}
      onClose={close}
      leaving={leaving}
      labelOf={labelOf}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          id: 'editor',
          label: t('resource.editorTab'),
          content: <RecordEditor kind={kind} form={form} language={language} onLanguage={setLanguage} />,
        },
        {
          id: 'seo',
          label: t('editing.seoTab'),
          content: (
            <div className="edit-fields">
              <EditedLanguage
                selected={language}
                onSelect={setLanguage}
                missing={countUntranslated(seoFields, (field, written) => form.values[seoPath(field, written)] !== '')}
              />
              <SeoFields
                read={(field) => textField(form, seoPath(field))}
                onChange={(field, value) => textField(form, seoPath(field)).onChange(value)}
              />
            </div>
          ),
        },
        {
          id: 'preview',
          label: t('resource.previewTab'),
          content: (
            <Preview
              previewed={{ kind: kind.name, id: record?.id }}
              values={toBody(kind, form.values)}
              language={language}
              onLanguage={setLanguage}
              labelOf={labelOf}
              onPlace={goTo}
            />
          ),
        },
      ]}
    />
  )
  return (
    <>
      {dialog}
      <ConfirmDialog
        title={t('editing.discard.title')}
        text={t('editing.discard.text')}
        confirmLabel={t('editing.discard.confirm')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={restoring !== undefined}
        isPending={restore.isPending}
        onConfirm={() => {
          if (restoring !== undefined) restore.mutate(restoring)
        }}
        onCancel={() => setRestoring(undefined)}
      />
      <ConfirmDialog
        title={t('life.discardTitle')}
        text={t('life.discardText')}
        confirmLabel={t('life.discardDraft')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={isDiscarding}
        isPending={discardDraft.isPending}
        onConfirm={() => {
          discardDraft.mutate()
        }}
        onCancel={() => setIsDiscarding(false)}
      />
    </>
  )
}
