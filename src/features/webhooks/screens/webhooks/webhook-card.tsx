import { useQueryClient, useQuery } from '@tanstack/react-query'
import { type ListDeclaration, ListRegion, ListTable } from '#auth/lists/admin-list'
import { useId, useState } from 'react'
import { WriteDialog } from '#auth/screens/account/confirmation'
import { DeleteDialog } from '#auth/forms/form-dialog'
import { useWrite } from '#auth/forms/use-write'
import type { Delivery, Webhook, WebhookSecret } from '../../contract'
import { deliveriesQuery, webhooksQuery } from '../../queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { ActionMenu } from '#ui/controls/buttons/popover'
import { Button } from '#ui/controls/buttons/button'
import {
  KeyIcon,
  PencilIcon,
  SendIcon,
  TrashIcon,
  CheckCircleIcon,
  ClockIcon,
  InfoIcon,
  WarningIcon,
  RefreshIcon,
} from '#ui/controls/buttons/icons'
import { Switch } from '#ui/controls/fields/choice'
import { useToast } from '#ui/toasts/toast'
import { Older, useOlder } from '#editing/older'
import { DateTime } from '#i18n/date-time'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { eventGroups, SecretShown, WebhookDialog } from './webhook-dialog'

type Opened = 'deliveries' | 'edit' | 'secret' | 'delete'

/** One webhook: its URL, its events, the state of its deliveries, and its actions. */
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
      <WebhookStatus webhook={webhook} />
      <Events webhook={webhook} />
      <div className="kit-actions">
        <Button onPress={() => setOpened('deliveries')}>{t('webhooks.deliveries')}</Button>
        <TestButton id={id} />
      </div>
      {opened === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={close} />}
      {opened === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {opened === 'secret' && <NewSecretDialog webhook={webhook} onClose={close} />}
      <DeleteWebhook webhook={webhook} isOpen={opened === 'delete'} onClose={close} />
    </article>
  )
}

function EnabledSwitch({ webhook: { id, enabled }, titleId }: { webhook: Webhook; titleId: string }) {
  const t = useText()
  const own = useId()
  const { mutate, isPending } = useWrite<Webhook>({
    failed: t('webhooks.switchFailed'),
    stale: [webhooksQuery().queryKey],
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

/** The subscribed events, one line per kind. */
function Events({ webhook: { events } }: { webhook: Webhook }) {
  const t = useText()
  const groups = eventGroups.flatMap(({ kind, events: all }) => {
    const chosen = all.filter((event) => events.includes(event))
    return chosen.length === 0 ? [] : [{ kind, words: chosen.map((event) => t(`webhooks.is.${event}`)).join(', ') }]
  })
  return (
    <dl className="webhooks-events">
      {groups.map(({ kind, words }) => (
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

type DeleteWebhookProps = { webhook: Webhook; isOpen: boolean; onClose: () => void }

function DeleteWebhook({ webhook: { id, url }, isOpen, onClose }: DeleteWebhookProps) {
  const client = useQueryClient()
  return (
    <DeleteDialog
      texts="webhooks"
      target={isOpen ? { path: `/api/webhooks/${id}`, values: { url } } : undefined}
      // Removed from the list at once, so that the deliveries of a deleted webhook are not requested.
      onDeleted={() => client.setQueryData(webhooksQuery().queryKey, (known) => known?.filter((one) => one.id !== id))}
      onClose={onClose}
    />
  )
}

/** Replaces the secret and shows the new one, which is only possible now. */
function NewSecretDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText()
  return (
    <WriteDialog<WebhookSecret>
      title={t('webhooks.rotate')}
      text={t('webhooks.rotateText')}
      confirmLabel={t('webhooks.rotateConfirm')}
      pendingLabel={t('webhooks.rotating')}
      need="session"
      request={{ method: 'POST', path: `/api/webhooks/${id}/rotate` }}
      failed={t('webhooks.rotateFailed')}
      result={({ secret }) => ({ content: <SecretShown secret={secret} /> })}
      onClose={onClose}
    >
      {() => <p className="kit-address">{url}</p>}
    </WriteDialog>
  )
}

/** A summary of the latest delivery. */
function WebhookStatus({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const t = useText()
  const language = usePageLanguage()
  const { data: deliveries } = useQuery(deliveriesQuery(id, { limit: '1' }))
  const newest = deliveries?.[0]
  const isTrouble = newest !== undefined && newest.state !== 'sent' && newest.lastError !== null
  const at = (iso: string | null) => (iso === null ? '' : dateTime(iso, language))
  const summary = () => {
    if (newest === undefined) return t('webhooks.newest.none')
    if (newest.state === 'sent') return t('webhooks.newest.sent', { at: at(newest.sentAt) })
    if (newest.lastError === null) return t('webhooks.newest.waiting')
    const error = newest.lastError
    if (newest.state === 'failed') return t('webhooks.newest.failed', { error })
    return t('webhooks.newest.again', { error, at: at(newest.nextAttemptAt) })
  }
  return (
    <p className="webhooks-standing" data-trouble={isTrouble || undefined}>
      {isTrouble ? (
        <WarningIcon />
      ) : !enabled ? (
        <InfoIcon />
      ) : newest?.state === 'sent' ? (
        <CheckCircleIcon />
      ) : (
        <ClockIcon />
      )}
      <span>
        {!enabled && <strong>{t('webhooks.off')} </strong>}
        {deliveries && summary()}
      </span>
    </p>
  )
}

/** A webhook's deliveries of the last 30 days, and its pending ones. */
function DeliveriesDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText()
  return (
    <ModalDialog
      title={t('webhooks.deliveries')}
      isOpen
      onClose={onClose}
      closeLabel={t('webhooks.close')}
      size="large"
    >
      <div className="kit-stack">
        <p className="kit-note kit-address">{url}</p>
        <ListRegion loading="webhooks.deliveriesLoading" failed="webhooks.deliveriesFailed">
          <Deliveries id={id} />
        </ListRegion>
      </div>
    </ModalDialog>
  )
}

/** The newest deliveries, and the older pages that were loaded. */
function Deliveries({ id }: { id: number }) {
  const t = useText()
  const language = usePageLanguage()
  const list = useOlder((part) => deliveriesQuery(id, part))
  const { mutate, isPending } = useWrite<Delivery>({
    failed: t('webhooks.retryFailed'),
    done: t('webhooks.retried'),
    stale: [deliveriesQuery(id).queryKey.slice(0, 3)],
  })
  const retryOf = ({ id: delivery, event, createdAt }: Delivery) => ({
    id: 'retry',
    label: t('webhooks.retryOne', { event: t(`webhooks.event.${event}`), at: dateTime(createdAt, language) }),
    text: t('webhooks.retry'),
    icon: <RefreshIcon />,
    isPending,
    onAction: () => mutate({ method: 'POST', path: `/api/webhooks/${id}/deliveries/${delivery}/retry` }),
  })
  return (
    <>
      <ListTable {...deliveries} rows={list.rows} actionsOf={(delivery) => [retryOf(delivery)]} />
      <Older list={list} failed="webhooks.deliveriesFailed" />
    </>
  )
}

const deliveries: ListDeclaration<Delivery> = {
  label: 'webhooks.deliveries',
  empty: { icon: <SendIcon />, title: 'webhooks.noDeliveries', text: 'webhooks.noDeliveriesText' },
  columns: [
    { id: 'event', label: 'webhooks.event', isTitle: true, show: ({ event }, { t }) => t(`webhooks.event.${event}`) },
    { id: 'createdAt', label: 'webhooks.created', show: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      id: 'state',
      label: 'webhooks.state',
      explainsItself: true,
      show: ({ state, lastError }, { t }) => (
        <>
          <span className={state === 'failed' ? 'kit-badge' : 'kit-whole'}>{t(`webhooks.state.${state}`)}</span>
          {lastError !== null && <p className="kit-note">{lastError}</p>}
        </>
      ),
    },
    { id: 'status', label: 'webhooks.status', show: ({ status }) => status },
    { id: 'attempts', label: 'webhooks.attempts', show: ({ attempts }) => attempts },
    {
      id: 'next',
      label: 'webhooks.next',
      show: ({ state, nextAttemptAt, sentAt }) => {
        const at = state === 'sent' ? sentAt : nextAttemptAt
        return at !== null && <DateTime at={at} />
      },
    },
  ],
  actionsLabel: 'webhooks.actions',
  nameOf: ({ createdAt }) => createdAt,
}
