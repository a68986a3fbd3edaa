import { type ReactNode, useState } from 'react'
import { useText } from '#i18n/i18n'
import { joinSentences } from '#records/editor/merge/merged-words'
import { isIn, type Values } from '#records/editor/values/values'
import { useToast } from '#ui/toasts/toast'
import type { EditorOptions, Stored } from './editor-work'
import { plainFailure } from './failure'
import { type Editor, useEditor } from './use-editor'

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
