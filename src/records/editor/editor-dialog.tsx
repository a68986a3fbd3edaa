import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { useText } from '#i18n/i18n'
import { ConflictView } from './merge/conflict-view'
import { EditorFooter, type SaveAction } from './editor-footer'
import { Gone, UnsavedOffer } from './editor-notices'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut } from '#editing/save-shortcut'
import { useScrollMemory } from '#editing/use-scroll-memory'
import { FieldLocationProvider } from './fields/field-location'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

type EditorDialogProps<V extends Values, Tab extends string> = {
  title: string
  form: Editor<V>
  /** Checks the form, then saves. */
  onSave: () => void
  /** What the button that saves is called, and what it will do, where that is not simply *Save*. */
  saveLabel?: string
  saveHint?: string
  /** The milder way to save, beside it. */
  draft?: SaveAction
  /** Stands in the head of the dialog: what chooses how the record is shown. */
  tools?: ReactNode
  /** Stands beside the tab. */
  aside?: ReactNode
  /** Takes the place of the tabs for a while. */
  view?: ReactNode
  onClose: () => void
  /** Asked before the address is left: whether the dialog may go; when not, it asks in its turn. */
  leaving?: Ref<MayLeave>
  tabs: { id: Tab; label: string; content: ReactNode }[]
  tab: Tab
  onTab: (tab: Tab) => void
  /** The name of a field in which versions differ. */
  labelOf: (field: string) => string
}

export type MayLeave = () => boolean

/** The dialog in which a record is edited: tabs, save, and the ways in which nothing typed is lost. */
export function EditorDialog<V extends Values, Tab extends string>(props: EditorDialogProps<V, Tab>) {
  const { title, form, onSave, saveLabel, saveHint, draft, leaving, onClose, tabs, tab, onTab } = props
  const { tools, aside, view, labelOf } = props
  const t = useText()
  const isWhole = form.offer === undefined && form.theirs === undefined && form.at !== 'gone'
  const isEditing = isWhole && !view
  const canSave = isEditing && form.discarding === undefined && !form.isPending
  const trySave = () => {
    if (canSave) onSave()
  }
  const tryDraft = () => {
    if (canSave) draft?.onSave()
  }
  useSaveShortcut({
    onSave: () => {
      // What nobody has changed since it was opened or saved is saved already.
      if (!draft) trySave()
      else if (form.isDirty || form.isAutosaved || (form.takenUp && form.typedAt === 0)) tryDraft()
    },
    onPublish: trySave,
  })
  const panels = useScrollMemory<HTMLDivElement>(isEditing ? tab : 'aside')

  const tryClose = useClosing(form, leaving, onClose)

  return (
    <FieldLocationProvider>
      <ModalDialog
        title={title}
        isOpen
        onClose={tryClose}
        closeLabel={t('editing.close')}
        size="window"
        tools={isWhole && tools}
        aside={isEditing && aside}
        footer={
          isEditing ? (
            <EditorFooter
              form={form}
              save={{
                onSave: trySave,
                label: saveLabel,
                hint: saveHint,
                isPending: form.isPending && !draft?.isPending,
              }}
              draft={draft && { ...draft, onSave: tryDraft }}
              onCancel={tryClose}
            />
          ) : undefined
        }
      >
        {!isEditing && (
          <div className="edit-instead">{isWhole ? view : <Question form={form} labelOf={labelOf} />}</div>
        )}
        <div className="edit-tabs" hidden={!isEditing} ref={panels}>
          <TabbedPanels label={title} tabs={tabs} selected={tab} onSelect={onTab} />
        </div>
      </ModalDialog>
      <LeaveGuard isActive={form.isDirty} isKept={form.keptAt !== undefined} />
      <DiscardQuestion form={form} onClose={onClose} />
    </FieldLocationProvider>
  )
}

/** Closes the editor, after a question where something is not saved; nothing closes it while it saves. */
function useClosing<V extends Values>(form: Editor<V>, leaving: Ref<MayLeave> | undefined, onClose: () => void) {
  const tryClose = () => {
    if (form.isPending) return
    if (form.isDirty) form.askToDiscard(true)
    else onClose()
  }
  const mayLeave = () => {
    if (!form.isDirty && !form.isPending) return true
    tryClose()
    return false
  }
  useImperativeHandle(leaving, () => mayLeave)
  return tryClose
}

type QuestionProps<V extends Values> = { form: Editor<V>; labelOf: (field: string) => string }

/** What has to be decided before anything more is typed. */
function Question<V extends Values>({ form, labelOf }: QuestionProps<V>) {
  if (form.offer !== undefined) return <UnsavedOffer form={form} />
  if (form.at === 'gone') return <Gone form={form} />
  return form.theirs && <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} />
}

function DiscardQuestion<V extends Values>({ form, onClose }: { form: Editor<V>; onClose: () => void }) {
  const t = useText()
  return (
    <ConfirmDialog
      title={t('editing.discard.title')}
      text={t(form.isAutosaved ? 'editing.discard.autosaved' : 'editing.discard.text')}
      confirmLabel={t('editing.discard.confirm')}
      cancelLabel={t('editing.discard.cancel')}
      isOpen={form.discarding !== undefined}
      isPending={form.discarding === 'pending'}
      onConfirm={() => {
        void form.discard().then(onClose)
      }}
      onCancel={() => form.askToDiscard(false)}
    />
  )
}
