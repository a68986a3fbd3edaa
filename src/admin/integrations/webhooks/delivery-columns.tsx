import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Delivery } from '#features/webhooks/contract'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'
import type { Column } from '#ui/controls/tables/column'

type Options = { isPending: boolean; onRetry: (id: number) => void }

export function useDeliveryColumns({ isPending, onRetry }: Options) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return useMemo<Column<Delivery>[]>(() => {
    const moment = (iso: string | null) => iso !== null && <time dateTime={iso}>{dateTime(iso, language)}</time>
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
