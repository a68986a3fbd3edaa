import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { shortcut } from '#editing/save-shortcut'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { type Editor, useEditor } from './saving/use-editor'
import { type Values, isIn } from './values/values'
import { type ReactNode, useState } from 'react'
import { joinSentences } from './merge/merged-words'
import { useToast } from '#ui/toasts/toast'
import type { EditorOptions, Stored } from './saving/editor-work'
import { plainFailure } from './saving/failure'

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

export type SavedForm<V extends Values, Answer extends Stored> = Omit<
  EditorOptions<V, Answer>,
  'onSaved' | 'onFailed' | 'restoresUnsaved'
> & {
  /** The titles and texts of the toasts; a failed save has the reason as its text unless specified. */
  texts: { saved: string; savedText?: (answer: Answer) => string; failed: string; failedText?: string }
  /** The button of the toast after a save. */
  actionOf?: (answer: Answer) => ReactNode
  /** The values to save; undefined if nothing is to be saved, or a field has to be corrected first. */
  prepare?: (form: Editor<V>) => V | undefined
  onStored: (answer: Answer) => void
  /** Called with the fields that the server rejected, which are marked already. */
  onFailed?: (fields: readonly string[]) => void
}

/**
 * Edits something without drafts: it is saved by hand, and unsaved changes of an earlier visit are restored immediately.
 * `error` is that of the last save, `failure` its text unless all of it is marked at fields.
 */
export function useSavedForm<V extends Values, Answer extends Stored>({
  texts,
  actionOf,
  prepare = ({ values }) => values,
  onStored,
  onFailed,
  ...options
}: SavedForm<V, Answer>) {
  const t = useText()
  const toast = useToast()
  const [failed, setFailed] = useState<{ error: unknown; failure?: string }>()
  const form = useEditor<V, Answer>({
    ...options,
    restoresUnsaved: true,
    onSaved: (_, answer, __, merged) => {
      setFailed(undefined)
      onStored(answer)
      toast({
        title: texts.saved,
        description: joinSentences(texts.savedText?.(answer), merged),
        action: actionOf?.(answer),
      })
    },
    onFailed: (error, { values }, faults) => {
      const reason = plainFailure(error, texts.failedText ?? texts.failed, t)
      const fields = Object.keys(faults)
      const isMarked = fields.length > 0 && fields.every((field) => isIn(values, field))
      setFailed({ error, failure: isMarked ? undefined : reason })
      onFailed?.(fields)
      const description = texts.failedText ?? Object.values(faults)[0] ?? reason
      toast({ variant: 'destructive', title: texts.failed, description })
    },
  })
  return {
    form,
    ...failed,
    save: () => {
      const values = form.isPending || form.theirs || form.at === 'gone' ? undefined : prepare(form)
      if (values) void form.save(values)
    },
  }
}
