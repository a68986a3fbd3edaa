import { useSuspenseQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import type { Delivery, Webhook } from '#features/webhooks/contract'
import { deliveriesQuery } from '#features/webhooks/queries'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon } from '#ui/controls/buttons/icons'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { DataTable } from '#ui/controls/tables/data-table'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { useToast } from '#ui/toasts/toast'
import { useDeliveryColumns } from './delivery-columns'

const atOnce = 50

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
  const toast = useToast()
  const [befores, setBefores] = useState<(number | undefined)[]>([undefined])
  const pages = useSuspenseQueries({
    queries: befores.map((before) =>
      deliveriesQuery(id, { limit: String(atOnce), ...(before === undefined ? {} : { before: String(before) }) }),
    ),
  })
  const { mutate, isPending } = useWrite<Delivery>({
    failed: t('webhooks.retryFailed'),
    stale: [deliveriesQuery(id).queryKey.slice(0, 3)],
    onDone: () => toast({ title: t('webhooks.retried') }),
  })
  const retry = useCallback(
    (delivery: number) => mutate({ method: 'POST', path: `/api/webhooks/${id}/deliveries/${delivery}/retry` }),
    [mutate, id],
  )
  const columns = useDeliveryColumns({ isPending, onRetry: retry })
  const deliveries = pages.flatMap(({ data }) => data)
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
      {pages.at(-1)?.data.length === atOnce && (
        <div className="kit-actions">
          <Button onPress={() => setBefores((now) => [...now, deliveries.at(-1)?.id])}>{t('webhooks.older')}</Button>
        </div>
      )}
    </>
  )
}
