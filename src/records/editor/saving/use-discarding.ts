import { useState } from 'react'
import { ApiError } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from './failure'
import type { Autosaving } from './use-autosave'
import type { RecordForm } from './use-record-form'
import type { Values } from '#records/editor/values/values'

/**
 * Discards what was typed since the form was opened or saved, what autosaves have stored of it included. Nothing is
 * autosaved while it asks.
 */
export function useDiscarding<V extends Values, Answer>(
  form: RecordForm<V>,
  autosaving: Pick<Autosaving<V, Answer>, 'write' | 'remove' | 'onDiscarded'> | undefined,
) {
  const t = useText()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)

  /** The draft is again what it was, or none; a record that autosaves have made is no more. */
  const takeBack = async () => {
    const { base, opened } = form.newest()
    if (!autosaving || !opened) return
    const on = { version: base.version, draft: base.draft }
    const isNew = opened.version === 0 && base.version > 0
    const hadDraft = (opened.draft ?? 0) > 0 || (base.draft ?? 0) === 0
    if (isNew || !hadDraft) await autosaving.remove(on, isNew)
    else await autosaving.write(opened.values, on, randomKey())
  }

  /** Whoever has deleted it meanwhile has taken back everything. */
  const fail = (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 404) return
    toast({
      variant: 'destructive',
      title: t('editing.discard.failed'),
      description:
        status === 0 || status === 412
          ? t(status === 412 ? 'editing.discard.changed' : 'editing.discard.offline')
          : failureText(error, t('editing.discard.offline'), t),
    })
  }

  return {
    isAsking,
    isPending,
    ask: () => setIsAsking(true),
    cancel: () => setIsAsking(false),
    /** `settle` waits for the autosave that is under way: only then it is known what there is to take back. */
    discard: async (settle: () => Promise<void>) => {
      setIsPending(true)
      try {
        await settle()
        await takeBack()
      } catch (error) {
        fail(error)
      }
      if (form.newest().opened) autosaving?.onDiscarded()
      form.finish()
    },
  }
}
