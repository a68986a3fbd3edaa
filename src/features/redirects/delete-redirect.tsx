import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#auth/sessions/session'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { ApiError, send } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Redirect } from './contract'
import { redirectsQuery } from './queries'

/** The confirmation of a deletion, open while `row` is set. */
export function DeleteRedirect({ row, onClose }: { row: Redirect | undefined; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: Redirect) =>
      withSession(() => send('DELETE', `/api/redirects/${id}`, { idempotencyKey: keyFor(id) })),
    onSuccess: () => {
      toast({ title: t('redirects.deleted') })
      onClose()
    },
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: t('redirects.deleteFailed'),
        description: sentenceOf(error, t('errors.network')),
      })
      if (error instanceof ApiError && error.status === 404) onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: redirectsQuery().queryKey }),
  })
  return (
    <ConfirmDialog
      title={t('redirects.deleteTitle')}
      text={row && t('redirects.deleteText', { from: row.from })}
      confirmLabel={t(isPending ? 'redirects.deleting' : 'redirects.deleteConfirm')}
      cancelLabel={t('redirects.cancel')}
      isOpen={row !== undefined}
      isPending={isPending}
      onConfirm={() => {
        if (row) mutate(row)
      }}
      onCancel={onClose}
    />
  )
}
