import { lazy, type Ref, useContext } from 'react'
import { focusFirstInvalid } from '#editing/focus'
import { useText } from '#i18n/i18n'
import type { MayLeave } from '#records/editor/editor-dialog'
import { type FieldLocation, focusField, useRequestedField } from '#records/editor/fields/field-location'
import { kindText, useFieldLabel } from '#records/editor/fields/kind-text'
import { RecordSeo } from '#records/editor/fields/record-seo'
import { RecordDetails } from '#records/editor/record-details'
import { nestedContent } from '#records/editor/values/nested-values'
import { RecordEditor } from '#records/editor/record-editor'
import type { RestorableText } from '#records/editor/saving/unsaved-text'
import { type RecordValues, toBody, toLoaded } from '#records/editor/values/record-values'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { LifeDialog, useEditorView } from './life-dialog'
import { RecordAsideContext } from './life/record-aside'
import { useRecordEditor } from './life/use-record-editor'
import { useTranslationMarks } from './list/use-translation-marks'
import { locateFields } from './locate-fields'
import { useNewestRecord } from './use-newest-record'

const RecordHistory = lazy(async () => ({ default: (await import('./history/record-history')).RecordHistory }))

type RecordDialogProps = {
  kind: RecordKind
  /** Absent to create one. */
  stored?: EditedRecord
  resume?: RestorableText
  unsavedKey: string
  /** Opens with its history. */
  startsWithHistory?: boolean
  /** The path of the field to focus. */
  field?: string
  /** Called after every save. `isOpen`: the editor stays open. */
  onSaved: (record: EditedRecord, isOpen: boolean) => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Creates or edits one record. */
export function RecordDialog({ startsWithHistory, field, ...props }: RecordDialogProps) {
  const { kind, onSaved, onClose, leaving } = props
  const t = useText()
  const fieldLabel = useFieldLabel(kind)
  const view = useEditorView(startsWithHistory, hasBlocks(kind) ? 'preview' : 'details')
  const { shown, languages, showTemporarily } = view.shownLanguages

  const reveal = (fields: string[]) => {
    const place = locateFields(kind, fields, shown)
    view.setTab(place.tab)
    showTemporarily(place.shown)
    view.panel.revealFields(place.inPanel)
  }
  const showFaults = (faults: Record<string, string>) => {
    form.setErrors(faults)
    reveal(Object.keys(faults))
    focusFirstInvalid()
  }
  const goTo = (place: FieldLocation) => {
    reveal([place.path])
    focusField(place)
  }
  useRequestedField(field, goTo)
  const { form, save, record, take, newest: stored } = useRecordEditor({ ...props, showFaults })
  const labelOf = (path: string) => fieldLabel(path, nestedContent(kind, form.values))
  const newest = useNewestRecord({ failed: kindText(t, kind, 'updateFailed'), newest: stored, form })
  const continueWith = (now: EditedRecord) => {
    const next = toLoaded(kind, now)
    take(now)
    form.rebase(next, next.values)
    form.setErrors({})
    onSaved(now, true)
  }
  const aside = useContext(RecordAsideContext)
  const editor = { kind, form, languages, marks: useTranslationMarks({ kind, id: record?.id, newest }) }
  return (
    <LifeDialog<RecordValues, EditedRecord>
      {...{ kind, view, form, record, save, newest, labelOf, onClose, leaving }}
      title={kindText(t, kind, record ? 'edit' : 'add')}
      titleOf={({ title }) => title}
      publishedAt={String(form.values.publishedAt)}
      onTaken={continueWith}
      onUnpublish={() => save('unpublish')}
      editorLabel={t('resource.editorTab')}
      editor={<RecordEditor {...editor} />}
      details={
        <>
          <RecordDetails {...editor} />
          {record && aside?.(record)}
        </>
      }
      seo={<RecordSeo {...editor} />}
      renderHistory={(restoring) => record && <RecordHistory kind={kind} id={record.id} {...restoring} />}
      preview={{
        values: toBody(kind, form.values),
        labelOf,
        onPlace: goTo,
      }}
    />
  )
}

const hasBlocks = ({ fields }: RecordKind) => Object.values(fields).some(({ type }) => type === 'blocks')
