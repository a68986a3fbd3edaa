import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, send, type Write } from '#client/api-error'
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

/**
 * One write of an administrator: retried with the same idempotency key, after signing in if the session has ended.
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
    onError: (error) =>
      toast({ variant: 'destructive', title: failed, description: sentenceOf(error, t('errors.network')) }),
    // Without a session, reading would open the sign-in dialog that was just dismissed.
    onSettled: (_, error) =>
      error instanceof ApiError && error.status === 401
        ? undefined
        : Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
