import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { Webhook, WebhookSecret } from '#features/webhooks/contract'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { SecretShown } from './secret-shown'

/** Puts a new secret in the place of the one in use, and shows it this once. */
export function NewSecretDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText()
  const [made, setMade] = useState<WebhookSecret>()
  const { mutate, isPending } = useWrite<WebhookSecret>({
    failed: t('webhooks.rotateFailed'),
    stale: [],
    onDone: setMade,
  })
  return (
    <ModalDialog
      title={t('webhooks.rotate')}
      isOpen
      onClose={onClose}
      closeLabel={t('webhooks.close')}
      size="small"
      footer={
        made ? (
          <Button variant="primary" onPress={onClose}>
            {t('webhooks.done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={isPending}>
              {t('webhooks.cancel')}
            </Button>
            <Button
              variant="primary"
              isPending={isPending}
              onPress={() => mutate({ method: 'POST', path: `/api/webhooks/${id}/rotate` })}
            >
              {t(isPending ? 'webhooks.rotating' : 'webhooks.rotateConfirm')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <SecretShown secret={made.secret} />
      ) : (
        <div className="kit-stack">
          <p className="kit-address">{url}</p>
          <p>{t('webhooks.rotateText')}</p>
        </div>
      )}
    </ModalDialog>
  )
}
