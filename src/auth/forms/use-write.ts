import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, send, type Write } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { useIntentKey } from '#client/use-submission'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { sentenceOf } from '#auth/sessions/session'
import { useWithSession } from './sign-in-dialog'

export type WriteRequest = Pick<Write, 'body' | 'version'> & { method: 'POST' | 'PUT' | 'DELETE'; path: string }

type Options<Answer> = {
  /** The title of the error toast. */
  failed: string
  /** The title of the toast after a success. */
  done?: string | ((answer: Answer) => string)
  /** Queries to invalidate afterwards, also after most errors. */
  stale?: readonly QueryKey[]
  onDone?(answer: Answer): void
}

/** Milliseconds after which a form has marked its fields. */
const marking = 100

/** The errors that forms show. */
const shownInForms = 'form :is([aria-invalid=true], .kit-error, [role=alert])'

/**
 * One write of an administrator: retried with the same idempotency key, after signing in if the session has ended.
 * Errors of fields are shown by the form, if there is one.
 */
export function useWrite<Answer = undefined>({ failed, done, stale = [], onDone }: Options<Answer>) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor, finish } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: (asked: WriteRequest) =>
      withSession(() =>
        send<Answer>(asked.method, asked.path, {
          body: asked.body,
          version: asked.version,
          idempotencyKey: keyFor([asked.path, asked.version, asked.body]),
        }),
      ),
    onSuccess: (answer) => {
      finish()
      onDone?.(answer)
      if (done !== undefined) toast({ title: typeof done === 'string' ? done : done(answer) })
    },
    onError: (error) => {
      const report = () =>
        toast({ variant: 'destructive', title: failed, description: sentenceOf(error, t('errors.network')) })
      if (fieldIssues(error).length === 0) report()
      else setTimeout(() => document.querySelector(shownInForms) ?? report(), marking)
    },
    // Without a session, reading would open the sign-in dialog that was just dismissed.
    onSettled: (_, error) =>
      error instanceof ApiError && error.status === 401
        ? undefined
        : Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
