import { useWrite } from '#auth/forms/use-write'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Subscriber } from '#features/waitlist/contract'
import { subscribersQuery } from '#features/waitlist/queries'

type DeleteSubscriberProps = { subscriber: Subscriber | undefined; onClose: () => void }

/** Asks first: there is no way back. */
export function DeleteSubscriber({ subscriber, onClose }: DeleteSubscriberProps) {
  const t = useText()
  const toast = useToast()
  const email = subscriber?.email ?? ''
  const removal = useWrite({
    failed: t('subscribers.deleteFailed'),
    stale: [subscribersQuery().queryKey],
    onDone: () => {
      toast({ title: t('subscribers.deleted', { email }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('subscribers.deleteTitle')}
      text={t('subscribers.deleteText', { email })}
      confirmLabel={t(removal.isPending ? 'subscribers.deleting' : 'subscribers.deleteConfirm')}
      cancelLabel={t('subscribers.cancel')}
      isOpen={subscriber !== undefined}
      isPending={removal.isPending}
      onConfirm={() => {
        if (subscriber) removal.mutate({ method: 'DELETE', path: `/api/waitlist/${subscriber.id}` })
      }}
      onCancel={onClose}
    />
  )
}
