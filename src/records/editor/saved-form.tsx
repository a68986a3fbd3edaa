import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { shortcut } from '#editing/save-shortcut'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

/** Shown above a form that has restored unsaved changes of an earlier visit. */
export function RestoredNotice<V extends Values>({ form }: { form: Editor<V> }) {
  const t = useText()
  const language = usePageLanguage()
  if (!form.restored || !form.isDirty) return null
  return (
    <Alert
      variant="info"
      action={
        <Button
          onPress={() => {
            form.change(form.base.values)
            rescueFocus()
          }}
        >
          {t('settings.discard')}
        </Button>
      }
    >
      {t('settings.resumed', { date: dateTime(form.restored.keptAt, language) })}
    </Alert>
  )
}

/** Marks what holds unsaved changes. */
export function UnsavedMark() {
  const t = useText()
  const text = t('editing.unsaved')
  return (
    <>
      {' '}
      <span className="kit-unsaved" title={text}>
        <span className="kit-hidden">{text}</span>
      </span>
    </>
  )
}

type SaveFootProps<V extends Values> = {
  form: Editor<V>
  label: string
  className: string
  /** Absent if it is inside the form that the button submits. */
  onSave?: () => void
}

/** The foot of a form without autosave. */
export function SaveFoot<V extends Values>({ form, label, className, onSave }: SaveFootProps<V>) {
  const t = useText()
  const { isDirty, isPending, keptAt } = form
  return (
    <div className={className}>
      <Button
        type={onSave ? 'button' : 'submit'}
        variant="primary"
        isPending={isPending}
        onPress={onSave}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {isPending ? t('editing.saving') : label}
        <kbd className="edit-shortcut" aria-hidden="true">
          {shortcut('S')}
        </kbd>
      </Button>
      <output className="kit-note">
        {isDirty ? t(keptAt === undefined ? 'editing.unsaved' : 'editing.kept') : ''}
      </output>
    </div>
  )
}
