import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import type { Mail } from '#features/outbox/contract'
import { mailQuery } from '#client/mail-query'
import { outboxQueryOf } from '#features/outbox/queries'

/** Shows failed mails on the dashboard, with a retry. */
export function FailedMails() {
  const t = useText()
  const toast = useToast()
  const [isTrying, setIsTrying] = useState(false)
  const { data: mail } = useQuery(mailQuery())
  const { data: failed = [] } = useQuery({
    ...outboxQueryOf({ state: 'failed' }),
    enabled: mail !== undefined && mail.failed > 0,
  })
  const { mutateAsync } = useWrite<Mail>({
    failed: t('outbox.retryFailed'),
    stale: [['/api/outbox'], mailQuery().queryKey],
  })
  const retry = async () => {
    setIsTrying(true)
    // The button disappears with the last failed mail.
    rescueFocus()
    const outcomes = await Promise.allSettled(
      failed.map(({ id }) => mutateAsync({ method: 'POST', path: `/api/outbox/${id}/retry` })),
    )
    setIsTrying(false)
    if (outcomes.every(({ status }) => status === 'fulfilled')) toast({ title: t('outbox.retriedAll') })
  }
  return (
    <>
      {mail?.configured && mail.ok === false && (
        <Alert variant="danger" title={t('outbox.away')}>
          {t('outbox.awayText', { error: mail.lastError ?? '' })}
        </Alert>
      )}
      {failed.length > 0 && (
        <Alert
          variant="danger"
          title={t('outbox.someFailed', { count: failed.length })}
          action={
            <Button
              isPending={isTrying}
              onPress={() => {
                void retry()
              }}
            >
              {t('outbox.retry')}
            </Button>
          }
        >
          {failed
            .slice(0, 3)
            .map(({ subject, to }) => `${subject} (${to})`)
            .join(', ')}
        </Alert>
      )}
    </>
  )
}
