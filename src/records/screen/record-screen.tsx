import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useRef, lazy, type Ref, useContext, useState, createContext } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { useShownLanguages } from '#records/editor/languages/shown-languages'
import { UnsavedTexts } from '#records/editor/saving/unsaved-texts'
import { keyOfNew, type RestorableText } from '#records/editor/saving/unsaved-text'
import {
  blankValues,
  fromStored,
  type RecordValues,
  toBody,
  toLoaded,
  nestedContent,
} from '#records/editor/values/record-values'
import { changedFields, pick } from '#records/editor/values/values'
import type { EditedRecord, EditedSummary, RecordKind } from '#records/kind/record'
import { Button } from '#ui/controls/buttons/button'
import { PlusIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { focusFirstInvalid } from '#editing/focus'
import type { MayLeave } from '#records/editor/editor-dialog'
import { type FieldLocation, focusField, useRequestedField } from '#records/editor/fields/field-location'
import { kindText, useFieldLabel } from '#records/editor/fields/kind-text'
import { RecordSeo } from '#records/editor/fields/record-seo'
import { RecordDetails, RecordEditor } from '#records/editor/record-editor'
import { EditedList, type EditedListProps } from './list/edited-list'
import { useLoadRecord } from './load-record'
import { useEditedAddress } from './use-edited-address'
import { LifeDialog, useEditorView, locateFields } from './life-dialog'
import { useRecordEditor } from './life/use-record-editor'
import { useTranslationMarks } from './life/use-translation-marks'
import { type Beginning, NewRecordDialog } from './new-record-dialog'
import { useNewestRecord } from './life/write-record'

/** Additional details of a stored record beside its texts, provided by the screen. */
export const RecordAsideContext = createContext<((record: EditedRecord) => ReactNode) | undefined>(undefined)

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
function RecordDialog({ startsWithHistory, field, ...props }: RecordDialogProps) {
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
      storedTitle={form.base.values.title}
      titleOf={({ title }) => title}
      publishedAt={String(form.values.publishedAt)}
      onTaken={continueWith}
      onUnpublish={() => save('unpublish')}
      editorLabel={t('resource.editorTab')}
      editor={<RecordEditor {...editor} />}
      hasBlocks={hasBlocks(kind)}
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

type RecordScreenProps<Summary> = Omit<EditedListProps<Summary>, 'address' | 'onHistory' | 'refresh'> & {
  /** Templates for new records. */
  beginnings?: readonly Beginning[]
  /** Called when a record was published and its editor closed. */
  onPublished?: (record: EditedRecord) => void
  /** Rendered above the list. */
  notice?: ReactNode
}

type Opened = Pick<ComponentProps<typeof RecordDialog>, 'stored' | 'resume' | 'unsavedKey' | 'startsWithHistory'>

/** The editor in the URL: a record by its id, or a new one. */
type EditorTarget = number | 'new'

/** The table of one kind of record, and the dialogs that create, edit and delete them. */
export function RecordScreen<Summary extends EditedSummary>({
  kind,
  heading,
  columns,
  initialSort,
  pictureOf,
  noteOf,
  beginnings,
  onPublished,
  notice,
}: RecordScreenProps<Summary>) {
  const t = useText()
  const client = useQueryClient()

  const refresh = () => {
    void client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
    void client.invalidateQueries({ queryKey: ['/api/translations'] })
  }
  const { address, openHistory } = useOpenedRecord(kind, refresh)
  const { open } = address

  const continueWith = (record: EditedRecord, isOpen: boolean) => {
    refresh()
    if (isOpen) address.rename(record.id)
    else if (record.status === 'published') onPublished?.(record)
  }

  const resume = (key: string, unsaved: RestorableText) => {
    const id = Number(key.split(':')[1])
    address.go(Number.isNaN(id) ? 'new' : id, unsaved)
  }

  const addNew = <AddRecord kind={kind} beginnings={beginnings} onAdd={(text) => address.go('new', text)} />
  return (
    <Screen title={t(heading)} actions={addNew}>
      {notice}
      {!open && <UnsavedTexts kind={kind.name} onResume={resume} />}
      <EditedList
        {...{ kind, heading, columns, initialSort, pictureOf, noteOf, refresh }}
        address={address}
        onHistory={openHistory}
      />
      {open && (
        <RecordDialog
          {...open}
          key={open.key}
          kind={kind}
          onSaved={continueWith}
          onClose={address.close}
          leaving={address.mayLeave}
        />
      )}
    </Screen>
  )
}

/** The record that the URL opens, or a new one. */
function useOpenedRecord(kind: RecordKind, refresh: () => void) {
  const load = useLoadRecord(kind)
  const historyOf = useRef<number>(undefined)
  // `?new&title=…` begins a record with this title.
  const title = new URLSearchParams(useLocation().search).get('title')
  const titled = title ? textOf(kind, { title }) : undefined
  const address = useEditedAddress<EditorTarget, Opened>({
    askedIn,
    queryOf,
    load: async (id, resume) => {
      if (id === 'new') return { resume: resume ?? titled, unsavedKey: keyOfNew(kind.name) }
      const startsWithHistory = historyOf.current === id
      historyOf.current = undefined
      const unsavedKey = `${kind.name}:${id}`
      const stored = await load(id)
      if (stored) return { stored, resume, unsavedKey, startsWithHistory }
      refresh()
      return resume && { resume: { ...resume, version: 0 }, unsavedKey }
    },
  })
  const openHistory = (id: number) => {
    historyOf.current = id
    address.go(id)
  }
  return { address, openHistory }
}

const queryOf = (to: EditorTarget) => (to === 'new' ? '?new' : `?edit=${to}`)

function askedIn(query: URLSearchParams): EditorTarget | undefined {
  const id = query.get('edit') ?? ''
  if (/^[1-9]\d{0,9}$/.test(id)) return Number(id)
  return query.has('new') ? 'new' : undefined
}

type AddRecordProps = {
  kind: RecordKind
  beginnings?: readonly Beginning[]
  /** Called with the template as an unsaved text. */
  onAdd: (text?: RestorableText) => void
}

/**
 * Creates a new record, empty or from a template; with its translations unless the editor shows the default language
 * alone.
 */
function AddRecord({ kind, beginnings = [], onAdd }: AddRecordProps) {
  const t = useText()
  const { shown } = useShownLanguages()
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (beginning?: Beginning) => {
    setIsChoosing(false)
    const record =
      beginning && (shown === defaultLanguage ? { ...beginning.record, translations: {} } : beginning.record)
    onAdd(record && textOf(kind, record))
  }
  return (
    <>
      <Button
        variant="primary"
        aria-haspopup={beginnings.length > 0 ? 'dialog' : undefined}
        onPress={() => (beginnings.length > 0 ? setIsChoosing(true) : onAdd())}
      >
        <PlusIcon />
        {t('resource.addNew')}
      </Button>
      <NewRecordDialog
        title={kindText(t, kind, 'add')}
        beginnings={beginnings}
        isOpen={isChoosing}
        onClose={() => setIsChoosing(false)}
        onChoose={choose}
      />
    </>
  )
}

function textOf(kind: RecordKind, record: Record<string, unknown>): RestorableText {
  const blank = blankValues(kind)
  const begun = { ...blank, ...fromStored(kind, { ...record, publishedAt: blank.publishedAt }) }
  return {
    title: begun.title,
    changed: pick(begun, changedFields(blank, begun)),
    base: {},
    version: 0,
    keptAt: new Date().toISOString(),
    // Not stored on this device yet.
    place: '',
  }
}
