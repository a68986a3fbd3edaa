import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'

type NewestRecord<Edited> = {
  /** What is said of a failure that says nothing itself. */
  failed: string
  newest: () => Edited | undefined
  form: { settle: () => Promise<unknown>; refresh: () => Promise<void> }
}

/** For what is done with a record as it was saved last, beside saving it. */
export function useNewestRecord<Edited>({ failed, newest, form }: NewestRecord<Edited>) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  return {
    /** Waits for what is being saved by itself. */
    withNewest: async <Answer>(work: (from: Edited) => Promise<Answer>): Promise<Answer> => {
      await form.settle()
      return withSession(() => work(newest()!))
    },
    /** Somebody else has saved meanwhile, or deleted it: what there is now is shown in place of a mere message. */
    fail: async (cause: unknown) => {
      const status = cause instanceof ApiError ? cause.status : 0
      if (status === 412 || status === 404) await form.refresh().catch(() => undefined)
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(cause, failed, t),
      })
    },
  }
}

export type Newest<Edited> = ReturnType<typeof useNewestRecord<Edited>>

/** What is edited: a record, or a page. */
export type Versioned = { version: number; draft: { version: number } | null }
