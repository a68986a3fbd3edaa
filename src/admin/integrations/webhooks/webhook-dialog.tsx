import { useId, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { NewWebhook, Webhook } from '#features/webhooks/contract'
import { webhooksQuery } from '#features/webhooks/queries'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { useToast } from '#ui/toasts/toast'
import { SecretShown } from './secret-shown'
import { WebhookForm } from './webhook-form'

/** Adds a webhook, and shows its secret this once; or changes `webhook`. */
export function WebhookDialog({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const form = useId()
  const [added, setAdded] = useState<NewWebhook>()
  const { mutate, isPending, error } = useWrite<Webhook | NewWebhook>({
    failed: t('webhooks.saveFailed'),
    stale: [webhooksQuery().queryKey],
    onDone: (saved) => {
      if ('secret' in saved) return setAdded(saved)
      toast({ title: t('webhooks.saved') })
      onClose()
    },
  })
  const save = t(webhook ? 'webhooks.save' : 'webhooks.add')
  return (
    <ModalDialog
      title={t(webhook ? 'webhooks.edit' : added ? 'webhooks.added' : 'webhooks.new')}
      isOpen
      onClose={onClose}
      closeLabel={t('webhooks.close')}
      size={added ? 'small' : 'medium'}
      footer={
        added ? (
          <Button variant="primary" onPress={onClose}>
            {t('webhooks.done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={isPending}>
              {t('webhooks.cancel')}
            </Button>
            <Button type="submit" form={form} variant="primary" isPending={isPending}>
              {isPending ? t('webhooks.saving') : save}
            </Button>
          </>
        )
      }
    >
      {added ? (
        <SecretShown secret={added.secret} />
      ) : (
        <WebhookForm
          id={form}
          webhook={webhook}
          error={error}
          onSubmit={(body) =>
            mutate(
              webhook
                ? { method: 'PUT', path: `/api/webhooks/${webhook.id}`, body }
                : { method: 'POST', path: '/api/webhooks', body },
            )
          }
        />
      )}
    </ModalDialog>
  )
}
