import { useCallback, useMemo } from 'react'
import { Older, useOlder } from '#editing/older'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import type { Delivery, Webhook } from '#features/webhooks/contract'
import { deliveriesQuery } from '#features/webhooks/queries'
import { DateTime } from '#i18n/date-time'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon } from '#ui/controls/buttons/icons'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'

/** A webhook's deliveries of the last 30 days, and its pending ones. */
export function DeliveriesDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
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
        <UserRegion
          loading={<TableSkeleton label={t('webhooks.deliveriesLoading')} />}
          failed={loadFailed('webhooks.deliveriesFailed')}
        >
          <Deliveries id={id} />
        </UserRegion>
      </div>
    </ModalDialog>
  )
}

/** The newest deliveries, and the older pages that were loaded. */
function Deliveries({ id }: { id: number }) {
  const t = useText()
  const list = useOlder((part) => deliveriesQuery(id, part))
  const { mutate, isPending } = useWrite<Delivery>({
    failed: t('webhooks.retryFailed'),
    done: t('webhooks.retried'),
    stale: [deliveriesQuery(id).queryKey.slice(0, 3)],
  })
  const retry = useCallback(
    (delivery: number) => mutate({ method: 'POST', path: `/api/webhooks/${id}/deliveries/${delivery}/retry` }),
    [mutate, id],
  )
  const columns = useDeliveryColumns({ isPending, onRetry: retry })
  const deliveries = list.rows
  if (deliveries.length === 0)
    return <EmptyState icon={<SendIcon />} title={t('webhooks.noDeliveries')} text={t('webhooks.noDeliveriesText')} />
  return (
    <>
      <DataTable
        label={t('webhooks.deliveries')}
        columns={columns}
        rows={deliveries}
        filterLabel={t('webhooks.deliveriesFilter')}
        matches={(count) => t('table.matches', { count })}
      />
      <Older list={list} failed="webhooks.deliveriesFailed" />
    </>
  )
}

type Options = { isPending: boolean; onRetry: (id: number) => void }

function useDeliveryColumns({ isPending, onRetry }: Options) {
  const t = useText()
  const language = usePageLanguage()
  return useMemo<Column<Delivery>[]>(() => {
    const moment = (iso: string | null) => iso !== null && <DateTime at={iso} />
    return [
      {
        id: 'event',
        label: t('webhooks.event'),
        isRowHeader: true,
        render: ({ event }) => t(`webhooks.event.${event}`),
      },
      { id: 'createdAt', label: t('webhooks.created'), render: ({ createdAt }) => moment(createdAt) },
      {
        id: 'state',
        label: t('webhooks.state'),
        render: ({ state, lastError }) => (
          <>
            <span className={state === 'failed' ? 'kit-badge' : 'kit-whole'}>{t(`webhooks.state.${state}`)}</span>
            {lastError !== null && <p className="kit-note">{lastError}</p>}
          </>
        ),
      },
      { id: 'status', label: t('webhooks.status'), render: ({ status }) => status },
      { id: 'attempts', label: t('webhooks.attempts'), render: ({ attempts }) => attempts },
      {
        id: 'next',
        label: t('webhooks.next'),
        render: ({ state, nextAttemptAt, sentAt }) => moment(state === 'sent' ? sentAt : nextAttemptAt),
      },
      {
        id: 'actions',
        label: t('webhooks.actions'),
        align: 'end',
        render: ({ id, event, createdAt }) => (
          <Button
            isPending={isPending}
            aria-label={t('webhooks.retryOne', {
              event: t(`webhooks.event.${event}`),
              at: dateTime(createdAt, language),
            })}
            onPress={() => onRetry(id)}
          >
            {t('webhooks.retry')}
          </Button>
        ),
      },
    ]
  }, [t, language, isPending, onRetry])
}
