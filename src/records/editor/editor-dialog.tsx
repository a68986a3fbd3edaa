import { useAtomValue } from 'jotai'
import { type ReactNode, type Ref, useId, useImperativeHandle, useState } from 'react'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { ConfirmDialog } from '#base/controls/confirm-dialog'
import { ModalDialog } from '#base/controls/modal-dialog'
import { TabbedPanels } from '#base/controls/tabbed-panels'
import { dateTime } from '#base/i18n/dates'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { ConflictView } from './conflict-view'
import { useFocusOnArrival } from '#base/editing/focus'
import { LeaveGuard } from '#base/editing/leave-guard'
import { shortcut, useSaveShortcut } from '#base/editing/save-shortcut'
import { useScrollPlaces } from '#base/editing/use-scroll-places'
import { PlaceKeeper } from './field-place'
import { SaveStatus } from './save-status'
import type { Loaded, RecordForm } from './use-record-form'
import type { Saving } from './use-saving'
import type { Values } from './values'

type EditorDialogProps<V extends Values, Tab extends string> = {
  title: string
  form: RecordForm<V>
  saving: Saving<V>
  /** Checks the form, then saves. */
  onSave: () => void
  /** What the button that saves is called, and what it will do, where that is not simply *Save*. */
  saveLabel?: string
  saveHint?: string
  /** The milder way to save, beside it. */
  draft?: { onSave: () => void; label: string; hint: string; isPending: boolean }
  /** Stands above the tabs. */
  banner?: ReactNode
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
  /** Takes versions apart into the fields that a conflict is shown in; without it these are the values themselves. */
  compare?: (versions: Versions<V>) => Comparison<V>
}

export type MayLeave = () => boolean

export type Versions<V extends Values> = { base: V; yours: V; theirs: V }
export type Comparison<V extends Values> = Versions<Values> & { join: (merged: Values) => V }

/** The dialog in which a record is edited: tabs, save, and the ways in which nothing typed is lost. */
export function EditorDialog<V extends Values, Tab extends string>(props: EditorDialogProps<V, Tab>) {
  const { title, form, saving, onSave, saveLabel, saveHint, draft, banner, view, leaving, onClose, tabs, tab, onTab } =
    props
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const isWhole = form.offer === undefined && form.theirs === undefined && !saving.isGone
  const isEditing = isWhole && !view
  const canSave = isEditing && !isAsking && !saving.isPending
  const trySave = () => {
    if (canSave) onSave()
  }
  useSaveShortcut(trySave)
  const hints = useId()
  const panels = useScrollPlaces<HTMLDivElement>(isEditing ? tab : 'aside')

  const tryClose = () => {
    if (saving.isPending) return
    if (form.isDirty) setIsAsking(true)
    else onClose()
  }
  const mayLeave = () => {
    if (!form.isDirty && !saving.isPending) return true
    tryClose()
    return false
  }
  useImperativeHandle(leaving, () => mayLeave)

  return (
    <>
      <ModalDialog
        title={title}
        isOpen
        onClose={tryClose}
        closeLabel={t('editing.close')}
        size="window"
        banner={isWhole && banner}
        footer={
          isEditing ? (
            <>
              <div className="edit-status">
                <SaveStatus form={form} keeping={saving.keeping} />
                {draft && (
                  <p id={`${hints}-draft`}>
                    <b>{draft.label}</b> {draft.hint}
                  </p>
                )}
                {saveHint !== undefined && (
                  <p id={`${hints}-save`}>
                    <b>{saveLabel}</b> {saveHint}
                  </p>
                )}
              </div>
              <Button onPress={tryClose} isDisabled={saving.isPending}>
                {t('editing.cancel')}
              </Button>
              {draft && (
                <Button
                  onPress={() => {
                    if (canSave) draft.onSave()
                  }}
                  isDisabled={saving.isPending && !draft.isPending}
                  isPending={draft.isPending}
                  aria-describedby={`${hints}-draft`}
                >
                  {draft.isPending ? t('editing.saving') : draft.label}
                </Button>
              )}
              <Button
                variant="primary"
                onPress={trySave}
                isDisabled={draft?.isPending}
                isPending={saving.isPending && !draft?.isPending}
                aria-keyshortcuts="Control+S Meta+S"
                aria-describedby={saveHint === undefined ? undefined : `${hints}-save`}
              >
                {saving.isPending && !draft?.isPending ? t('editing.saving') : (saveLabel ?? t('editing.save'))}
                <kbd className="edit-shortcut" aria-hidden="true">
                  {shortcut('S')}
                </kbd>
              </Button>
            </>
          ) : undefined
        }
      >
        {form.offer !== undefined && <UnsavedOffer form={form} />}
        {form.offer === undefined && saving.isGone && <Gone saving={saving} />}
        {form.offer === undefined && !saving.isGone && form.theirs !== undefined && (
          <Conflict {...props} theirs={form.theirs} />
        )}
        {isWhole && view}
        <div className="edit-tabs" hidden={!isEditing} ref={panels}>
          <PlaceKeeper>
            <TabbedPanels label={title} tabs={tabs} selected={tab} onSelect={onTab} />
          </PlaceKeeper>
        </div>
      </ModalDialog>
      <LeaveGuard isActive={form.isDirty} isKept={form.keptAt !== undefined} />
      <ConfirmDialog
        title={t('editing.discard.title')}
        text={t('editing.discard.text')}
        confirmLabel={t('editing.discard.confirm')}
        cancelLabel={t('editing.discard.cancel')}
        isOpen={isAsking}
        onConfirm={() => {
          form.finish()
          onClose()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

function UnsavedOffer<V extends Values>({ form }: { form: RecordForm<V> }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
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

function Gone<V extends Values>({ saving }: { saving: Saving<V> }) {
  const t = useText()
  const arrived = useFocusOnArrival<HTMLDivElement>()
  return (
    <div ref={arrived} tabIndex={-1}>
      <Alert
        variant="danger"
        title={t('editing.gone.title')}
        action={
          <Button
            variant="primary"
            isPending={saving.isPending}
            onPress={() => {
              void saving.createAnew()
            }}
          >
            {t('editing.gone.create')}
          </Button>
        }
      >
        {t('editing.gone.text')}
      </Alert>
    </div>
  )
}

function Conflict<V extends Values, Tab extends string>({
  form,
  saving,
  theirs,
  labelOf,
  compare = asTheyAre,
}: EditorDialogProps<V, Tab> & { theirs: Loaded<V> }) {
  const { join, ...versions } = compare({ base: form.base.values, yours: form.values, theirs: theirs.values })
  return (
    <ConflictView
      {...versions}
      labelOf={labelOf}
      isPending={saving.isPending}
      onMerge={(merged) => {
        void saving.saveMerged(theirs, join(merged))
      }}
      onBack={() => form.showConflict(undefined)}
    />
  )
}

function asTheyAre<V extends Values>(versions: Versions<V>): Comparison<V> {
  return { ...versions, join: (merged) => ({ ...versions.theirs, ...merged }) }
}
