import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError } from '#client/api-error'
import { useFailureToast } from '#records/editor/saving/failure'

type NewestRecord<Edited> = {
  /** The message for errors without one. */
  failed: string
  newest: () => Edited | undefined
  form: { settle: () => Promise<unknown>; refresh: () => Promise<void> }
}

/** For actions on the last saved version of a record, other than saving. */
export function useNewestRecord<Edited>({ failed, newest, form }: NewestRecord<Edited>) {
  const showFailure = useFailureToast()
  const withSession = useWithSession()
  return {
    /** Waits for a running autosave. */
    withNewest: async <Answer>(work: (from: Edited) => Promise<Answer>): Promise<Answer> => {
      await form.settle()
      return withSession(() => work(newest()!))
    },
    /** After a concurrent change or deletion, shows the current version instead of just an error. */
    fail: async (cause: unknown) => {
      const status = cause instanceof ApiError ? cause.status : 0
      if (status === 412 || status === 404) await form.refresh().catch(() => undefined)
      showFailure(cause, failed)
    },
  }
}

export type Newest<Edited> = ReturnType<typeof useNewestRecord<Edited>>

/** An edited record or page. */
export type Versioned = { version: number; draft: { version: number } | null }
