import { lazy, type Ref, useCallback, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { loadFailed } from '#ui/controls/states/load-failed'
import { focusFirstFault } from '#editing/focus'
import { ListSkeleton } from '#editing/list-skeleton'
import { useText } from '#i18n/i18n'
import { EditorDialog, type MayLeave } from '#records/editor/editor-dialog'
import { type Place, showPlace } from '#records/editor/fields/field-place'
import { kindText, useFieldLabel } from '#records/editor/fields/kind-text'
import { mergeRecords } from '#records/editor/merge/merge-records'
import type { Versions } from '#records/editor/merge/merging'
import { Preview } from '#records/editor/preview/preview'
import { withProposals } from '#records/editor/values/proposals'
import { RecordDetails } from '#records/editor/record-details'
import { RecordEditor } from '#records/editor/record-editor'
import { RecordSeo } from '#records/editor/fields/record-seo'
import { blankValues, type RecordValues, toBody, toLoaded } from '#records/editor/values/record-values'
import { ShownLanguages, useShownLanguages } from '#records/editor/languages/shown-languages'
import { SidePanel, SidePanelToggle } from '#records/editor/side-panel'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { useRecordForm } from '#records/editor/saving/use-record-form'
import { useSidePanel } from '#records/editor/use-side-panel'
import { PresenceLine } from '#records/presence/presence-line'
import { usePresence } from '#records/presence/use-presence'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { type EditorTab, placeOf } from './place-of-fields'
import { RecordBadges, RecordLife } from './life/record-life'
import { useDiscardDraft } from './life/use-discard-draft'
import { useNewestRecord } from './use-newest-record'
import { useRestoreVersion } from './history/use-restore-version'
import { useSaveRecord } from './life/use-save-record'
import { useTranslationMarks } from './list/use-translation-marks'
import { useSaveWords } from './life/save-words'
import { useWriteRecord } from './life/write-record'

const RecordHistory = lazy(async () => ({ default: (await import('./history/record-history')).RecordHistory }))

type RecordDialogProps = {
  kind: RecordKind
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: KeptText
  unsavedKey: string
  /** Something of it has been stored. `isOpen`: it goes on being edited. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Creates or edits one record. */
export function RecordDialog({ kind, stored, resume, unsavedKey, onSaved, onClose, leaving }: RecordDialogProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const panel = useSidePanel()
  const { shown, choices, languages, choose, lead } = useShownLanguages()
  const [tab, setTab] = useState<EditorTab>('editor')
  const [previewed, setPreviewed] = useState(languages[0] ?? 'en')
  const [isHistory, setIsHistory] = useState(false)

  const writing = useWriteRecord(kind, stored)
  const { record, take } = writing
  const others = usePresence(kind.name, record?.id)
  const [loaded] = useState(() => (stored ? toLoaded(kind, stored) : { values: blankValues(kind), version: 0 }))
  const titleOf = useCallback((values: RecordValues) => values.title, [])
  const merge = useCallback((versions: Versions<RecordValues>) => mergeRecords(kind, versions), [kind])
  const form = useRecordForm({
    unsavedKey: record ? `${kind.name}:${record.id}` : unsavedKey,
    loaded,
    titleOf,
    resume,
    merge,
  })
  const words = useSaveWords(record, form.values.publishedAt)

  const reveal = (fields: string[]) => {
    const place = placeOf(kind, fields, shown)
    setTab(place.tab)
    lead(place.shown)
    panel.lead(place.inPanel)
  }
  const showFaults = (faults: Record<string, string>) => {
    form.setErrors(faults)
    reveal(Object.keys(faults))
    focusFirstFault()
  }
  const goTo = (place: Place) => {
    reveal([place.path])
    showPlace(place)
  }
  const goOnWith = (now: EditedRecord) => {
    const next = toLoaded(kind, now)
    take(now)
    form.rebase(next, next.values)
    form.setErrors({})
    onSaved(now, true)
  }
  const { saving, save } = useSaveRecord({
    kind,
    form,
    writing,
    blank: loaded.values,
    showFaults,
    onSaved,
    onClose,
  })
  const newest = useNewestRecord({ failed: kindText(t, kind, 'updateFailed'), newest: writing.newest, saving })
  const pathOf = ({ id }: EditedRecord) => `/api${kind.api}/${id}`
  const restoring = useRestoreVersion({
    pathOf,
    newest,
    isDirty: form.isDirty,
    onRestored: (now) => {
      goOnWith(now)
      setIsHistory(false)
    },
  })
  const discarding = useDiscardDraft({ pathOf, titleOf: ({ title }) => title, newest, onDiscarded: goOnWith })

  const marks = useTranslationMarks({ kind, id: record?.id, newest })
  const showHistory = () => {
    setIsHistory(true)
    // Whoever comes back wants to see the text.
    if (panel.isSheet) panel.show(false)
  }

  const editor = { kind, form, languages }
  return (
    <>
      <EditorDialog
        title={kindText(t, kind, record ? 'edit' : 'add')}
        form={form}
        saving={saving}
        tools={
          <>
            {record && <PresenceLine others={others} />}
            {isHistory ? (
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- what was pressed is gone
              <Button autoFocus onPress={() => setIsHistory(false)}>
                {t('history.back')}
              </Button>
            ) : (
              <>
                {record && (
                  <div className="edit-standing">
                    <RecordBadges record={record} />
                  </div>
                )}
                {tab !== 'preview' && <ShownLanguages shown={shown} choices={choices} onChoose={choose} />}
                {tab === 'editor' && <SidePanelToggle panel={panel} />}
              </>
            )}
          </>
        }
        aside={
          tab === 'editor' &&
          panel.isOpen && (
            <SidePanel panel={panel}>
              <RecordDetails {...editor} marks={marks} />
              {record && (
                <RecordLife
                  kind={kind}
                  record={record}
                  isBusy={saving.isPending || restoring.isPending}
                  onHistory={showHistory}
                  onDiscardDraft={discarding.ask}
                  onUnpublish={() => save('unpublish')}
                />
              )}
            </SidePanel>
          )
        }
        view={
          record &&
          isHistory && (
            <UserRegion
              loading={<ListSkeleton label={t('editing.loading')} />}
              failed={loadFailed('editing.loadFailed')}
            >
              <RecordHistory
                kind={kind}
                id={record.id}
                isRestoring={restoring.isPending}
                onRestore={restoring.restore}
              />
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
        onClose={onClose}
        leaving={leaving}
        labelOf={labelOf}
        tab={tab}
        onTab={setTab}
        tabs={[
          { id: 'editor', label: t('resource.editorTab'), content: <RecordEditor {...editor} marks={marks} /> },
          { id: 'seo', label: t('editing.seoTab'), content: <RecordSeo {...editor} /> },
          {
            id: 'preview',
            label: t('resource.previewTab'),
            content: (
              <Preview
                previewed={{ kind: kind.name, id: record?.id }}
                values={toBody(kind, tab === 'preview' ? withProposals(kind, form.values) : form.values)}
                language={previewed}
                onLanguage={setPreviewed}
                labelOf={labelOf}
                onPlace={goTo}
              />
            ),
          },
        ]}
      />
      {restoring.question}
      {discarding.question}
    </>
  )
}
