import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import type { Delivery, Webhook } from '#features/webhooks/contract'
import { deliveriesQuery, webhooksQuery } from '#features/webhooks/queries'
import { useText } from '#i18n/i18n'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { Button } from '#ui/controls/buttons/button'
import { KeyIcon, PencilIcon, SendIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { Switch } from '#ui/controls/fields/switch'
import { useToast } from '#ui/toasts/toast'
import { DeliveriesDialog } from './deliveries-dialog'
import { eventGroups } from './event-groups'
import { NewSecretDialog } from './new-secret-dialog'
import { Standing } from './standing'
import { WebhookDialog } from './webhook-dialog'

type Opened = 'deliveries' | 'edit' | 'secret' | 'delete'

/** One webhook: where it leads, what it is told of, how that goes, and what can be done with it. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const t = useText()
  const title = useId()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { id, url } = webhook
  return (
    <article className="webhooks-card" aria-labelledby={title}>
      <header>
        <h2 id={title} className="kit-address">
          {url}
        </h2>
        <EnabledSwitch webhook={webhook} titleId={title} />
        <ActionMenu
          label={t('webhooks.more', { url })}
          actions={[
            { id: 'edit', label: t('webhooks.edit'), icon: <PencilIcon />, onAction: () => setOpened('edit') },
            { id: 'secret', label: t('webhooks.rotate'), icon: <KeyIcon />, onAction: () => setOpened('secret') },
            { id: 'delete', label: t('webhooks.delete'), icon: <TrashIcon />, onAction: () => setOpened('delete') },
          ]}
        />
      </header>
      <Standing webhook={webhook} />
      <Events webhook={webhook} />
      <div className="kit-actions">
        <Button onPress={() => setOpened('deliveries')}>{t('webhooks.deliveries')}</Button>
        <TestButton id={id} />
      </div>
      {opened === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={close} />}
      {opened === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'secret' && <NewSecretDialog webhook={webhook} onClose={close} />}
      <DeleteDialog webhook={webhook} isOpen={opened === 'delete'} onClose={close} />
    </article>
  )
}

function EnabledSwitch({ webhook: { id, enabled }, titleId }: { webhook: Webhook; titleId: string }) {
  const t = useText()
  const own = useId()
  const { mutate, isPending } = useWrite<Webhook>({
    failed: t('webhooks.switchFailed'),
    stale: [webhooksQuery().queryKey],
    onDone: () => {},
  })
  return (
    <Switch
      id={own}
      aria-labelledby={`${own}-text ${titleId}`}
      // Optimistic: shows the new state while the request is pending.
      isSelected={isPending ? !enabled : enabled}
      onChange={(wanted) => {
        if (!isPending) mutate({ method: 'PUT', path: `/api/webhooks/${id}`, body: { enabled: wanted } })
      }}
    >
      <span id={`${own}-text`}>{t('webhooks.enabled')}</span>
    </Switch>
  )
}

/** What it is told of, a line for each kind. */
function Events({ webhook: { events } }: { webhook: Webhook }) {
  const t = useText()
  const told = eventGroups.flatMap(({ kind, events: all }) => {
    const chosen = all.filter((event) => events.includes(event))
    return chosen.length === 0 ? [] : [{ kind, words: chosen.map((event) => t(`webhooks.is.${event}`)).join(', ') }]
  })
  return (
    <dl className="webhooks-events">
      {told.map(({ kind, words }) => (
        <div key={kind}>
          <dt>{t(`webhooks.of.${kind}`)}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

function TestButton({ id }: { id: number }) {
  const t = useText()
  const toast = useToast()
  const { mutate, isPending } = useWrite<Delivery>({
    failed: t('webhooks.testFailed'),
    stale: [deliveriesQuery(id).queryKey.slice(0, 3)],
    onDone: () => toast({ title: t('webhooks.tested'), description: t('webhooks.testedText') }),
  })
  return (
    <Button isPending={isPending} onPress={() => mutate({ method: 'POST', path: `/api/webhooks/${id}/test` })}>
      <SendIcon />
      {t('webhooks.test')}
    </Button>
  )
}

type DeleteDialogProps = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function DeleteDialog({ webhook: { id, url }, isOpen, onClose }: DeleteDialogProps) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const { mutate, isPending } = useWrite({
    failed: t('webhooks.deleteFailed'),
    stale: [],
    onDone: () => {
      toast({ title: t('webhooks.deleted') })
      onClose()
      // Nobody asks for the deliveries of what is gone.
      client.setQueryData(webhooksQuery().queryKey, (known) => known?.filter((one) => one.id !== id))
    },
  })
  return (
    <ConfirmDialog
      title={t('webhooks.deleteTitle')}
      text={t('webhooks.deleteText', { url })}
      confirmLabel={t(isPending ? 'webhooks.deleting' : 'webhooks.delete')}
      cancelLabel={t('webhooks.cancel')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={() => mutate({ method: 'DELETE', path: `/api/webhooks/${id}` })}
      onCancel={onClose}
    />
  )
}
