import {
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { TooltipTrigger } from 'react-aria-components'
import { dateTime, clockTime } from '#i18n/dates'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { DescribedKind } from '#records/kind/record'
import { Button, type ButtonProps, IconButton, Tip } from '#ui/controls/buttons/button'
import { ConfirmDialog, ModalDialog } from '#ui/controls/dialogs/dialogs'
import { Alert } from '#ui/controls/states/states'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { useText } from '#i18n/i18n'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut, ariaShortcut, shortcut } from '#editing/save-shortcut'
import { MoreIcon } from '#ui/controls/buttons/icons'
import { PopoverButton } from '#ui/controls/buttons/popover'
import { useIsPhone } from '#ui/controls/use-media'
import { ConflictView } from './merge/conflict-view'
import { type FieldLocation, FieldLocationProvider } from './fields/field-location'
import { useOpenEditor } from './open-editor'
import { Gone } from './gone'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

type EditorDialogProps<V extends Values, Tab extends string> = {
  kind: DescribedKind
  title: string
  form: Editor<V>
  /** Validates the form, then saves. */
  onSave: () => void
  /** The label of the save button, and a hint about its effect. */
  saveLabel: string
  saveHint: string
  /** The secondary button that saves a draft. */
  draft: SaveAction
  /** Rendered before the buttons: what could be better before it is published. */
  checks: ReactNode
  /** Rendered in the head of the dialog: controls of the view. */
  tools: ReactNode
  /** Rendered beside the tab. */
  aside: ReactNode
  /** Temporarily replaces the tabs. */
  view: ReactNode
  onClose: () => void
  /** Called before navigation: returns whether the dialog can close; if not, it asks for confirmation. */
  leaving: Ref<MayLeave>
  tabs: { id: Tab; label: string; content: ReactNode; staysMounted?: boolean }[]
  tab: Tab
  onTab: (tab: Tab) => void
  /** The label of a field, for conflicts. */
  labelOf: (field: string) => string
  onPlace: (place: FieldLocation) => void
  onPreview: (language: Language) => void
}

export type MayLeave = () => boolean

/** The dialog to edit a record: tabs, saving, and the protection of unsaved changes. */
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
    if (canSave) draft.onSave()
  }
  useSaveShortcut({
    onSave: () => {
      // Without changes since it was opened or saved there is nothing to save.
      if (form.isDirty || form.isAutosaved || (form.restored && form.typedAt === 0)) tryDraft()
    },
    onPublish: trySave,
  })
  useOpenEditor({
    kind: props.kind,
    isReady: canSave,
    publishLabel: saveLabel,
    publish: trySave,
    preview: props.onPreview,
    goTo: (path) => props.onPlace({ path }),
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
                isPending: form.isPending && !draft.isPending,
              }}
              draft={{ ...draft, onSave: tryDraft }}
              checks={props.checks}
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

/** Remembers the scroll position of the surrounding dialog for each `place`, and restores it. */
function useScrollMemory<E extends HTMLElement>(place: string): RefObject<E | null> {
  const inside = useRef<E>(null)
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const around = inside.current?.closest('.kit-dialog-body')
    if (!around) return undefined
    around.scrollTop = places.current.get(place) ?? 0
    const keep = () => places.current.set(place, around.scrollTop)
    around.addEventListener('scroll', keep)
    return () => around.removeEventListener('scroll', keep)
  }, [place])
  return inside
}

/** Closes the editor, after a confirmation if there are unsaved changes; does nothing while it saves. */
function useClosing<V extends Values>(form: Editor<V>, leaving: Ref<MayLeave>, onClose: () => void) {
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

/** A save button, with a hint about its effect. */
type SaveAction = { onSave: () => void; label: string; hint: string; isPending: boolean }

type EditorFooterProps<V extends Values> = {
  form: Editor<V>
  save: SaveAction
  /** The secondary button that saves a draft. */
  draft: SaveAction
  checks: ReactNode
  onCancel: () => void
}

/** The save status, and the buttons to save or close: on phones one of them, and a menu with the others. */
function EditorFooter<V extends Values>({ form, save, draft, checks, onCancel }: EditorFooterProps<V>) {
  const t = useText()
  const id = useId()
  const isNarrow = useIsPhone()
  const isPending = save.isPending || draft.isPending
  const others = (close: () => void) => (
    <>
      <div className="edit-hints">
        <Hint id={`${id}-draft`} of={draft} />
        <Hint id={`${id}-save`} of={save} />
      </div>
      <Button
        onPress={() => {
          close()
          onCancel()
        }}
        isDisabled={isPending}
      >
        {t('editing.cancel')}
      </Button>
      <SaveButton
        action={draft}
        keys="S"
        hintId={`${id}-draft`}
        isDisabled={save.isPending}
        onPress={() => {
          close()
          draft.onSave()
        }}
      />
    </>
  )
  return (
    <>
      <div className="edit-status">
        <SaveStatus form={form} />
      </div>
      {checks}
      {isNarrow ? (
        <PopoverButton
          button={<IconButton label={t('editing.more')} icon={<MoreIcon />} variant="secondary" />}
          label={t('editing.more')}
        >
          {others}
        </PopoverButton>
      ) : (
        others(() => {})
      )}
      <SaveButton
        action={save}
        keys="Enter"
        hintId={`${id}-save`}
        variant="primary"
        isDisabled={draft.isPending}
        onPress={save.onSave}
      />
    </>
  )
}

/** Milliseconds. */
const tipDelay = 500

type SaveButtonProps = Pick<ButtonProps, 'variant' | 'isDisabled' | 'onPress'> & {
  action: SaveAction
  keys: string
  hintId: string
}

function SaveButton({ action, keys, hintId, ...button }: SaveButtonProps) {
  const t = useText()
  return (
    <TooltipTrigger delay={tipDelay} closeDelay={0}>
      <Button {...button} isPending={action.isPending} aria-keyshortcuts={ariaShortcut(keys)} aria-describedby={hintId}>
        {action.isPending ? t('editing.saving') : action.label}
        <kbd className="edit-shortcut" aria-hidden="true">
          {shortcut(keys)}
        </kbd>
      </Button>
      <Tip>{shortcut(keys)}</Tip>
    </TooltipTrigger>
  )
}

const Hint = ({ id, of }: { id: string; of: SaveAction }) => (
  <p id={id}>
    <b>{of.label}</b> {of.hint}
  </p>
)

/**
 * Where the changes are: saved, being saved, or only on this device. Screen readers announce only changes of that, not
 * every save.
 */
function SaveStatus<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const language = usePageLanguage()
  const [announced, setAnnounced] = useState('')
  const at = statusOf(form)
  const isKept = form.keptAt !== undefined
  const device = t(isKept ? 'editing.keeping.device' : 'editing.unsaved')
  const texts = {
    untouched: '',
    saving: t('editing.keeping.saving'),
    saved: form.savedAt === undefined ? '' : t('editing.keeping.saved', { time: clockTime(form.savedAt, language) }),
    offline: t(isKept ? 'editing.keeping.offline' : 'editing.unsaved'),
    unready: `${device} ${t('editing.keeping.unready')}`,
    marked: t('editing.keeping.marked'),
    rejected: form.note?.at === 'rejected' ? `${device} ${form.note.reason}` : '',
  }
  const announcement = at === 'saved' ? t('editing.keeping.savedAlone') : texts[at]
  if (at !== 'saving' && announcement !== announced) setAnnounced(announcement)
  return (
    <p className="edit-keeping" data-at={at}>
      <span aria-hidden="true">{texts[at]}</span>
      <output className="kit-hidden">{announced}</output>
    </p>
  )
}

/** Changes since the last save are being saved. */
function statusOf<V extends Values>({ at, isPending, isDirty, failures, note, savedAt }: Editor<V>) {
  if (!isDirty && (at !== 'saving' || isPending)) return savedAt === undefined ? 'untouched' : 'saved'
  return at === 'offline' || failures > 0 ? 'offline' : (note?.at ?? 'saving')
}

type QuestionProps<V extends Values> = { form: Editor<V>; labelOf: (field: string) => string }

/** A question to answer before editing can continue. */
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

/** An unsaved text of an earlier visit, to restore or to discard. */
function UnsavedOffer<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const language = usePageLanguage()
  if (!form.offer) return null
  return (
    <Alert
      variant="warning"
      title={t('editing.offer.title')}
      action={
        <div className="edit-row">
          <Button variant="primary" onPress={form.restore}>
            {t('editing.offer.restore')}
          </Button>
          <Button onPress={form.discardOffer}>{t('editing.offer.discard')}</Button>
        </div>
      }
    >
      {t('editing.offer.text', { date: dateTime(form.offer.keptAt, language) })}
    </Alert>
  )
}
