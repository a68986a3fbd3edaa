import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { send, type Write } from '#client/api-error'
import { fieldIssues } from '#client/field-issues'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { sentenceOf } from '#auth/sessions/session'
import { useWithSession } from './sign-in-dialog'

type Asked = Pick<Write, 'body' | 'version'> & { method: 'POST' | 'PUT' | 'DELETE'; path: string }

type Options<Answer> = {
  /** The title of the toast when it fails. */
  failed: string
  /** What is read anew afterwards, whatever came of it. */
  stale: readonly QueryKey[]
  onDone(answer: Answer, asked: Asked): void
}

/**
 * One write of an administrator: asked again under one key, after signing in where the session has ended. What is wrong
 * with a field is the form's to show.
 */
export function useWrite<Answer = undefined>({ failed, stale, onDone }: Options<Answer>) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor, finish } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: (asked: Asked) =>
      withSession(() =>
        send<Answer>(asked.method, asked.path, {
          body: asked.body,
          version: asked.version,
          idempotencyKey: keyFor([asked.path, asked.version, asked.body]),
        }),
      ),
    onSuccess: (answer, asked) => {
      finish()
      onDone(answer, asked)
    },
    onError: (error) => {
      if (fieldIssues(error).length === 0)
        toast({ variant: 'destructive', title: failed, description: sentenceOf(error, t('errors.network')) })
    },
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
