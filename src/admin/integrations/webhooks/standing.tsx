import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { Webhook } from '#features/webhooks/contract'
import { deliveriesQuery } from '#features/webhooks/queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { CheckCircleIcon, ClockIcon, InfoIcon, WarningIcon } from '#ui/controls/buttons/icons'

/** In a few words how the newest delivery went. */
export function Standing({ webhook: { id, enabled } }: { webhook: Webhook }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { data: deliveries } = useQuery(deliveriesQuery(id, { limit: '1' }))
  const newest = deliveries?.[0]
  const isTrouble = newest !== undefined && newest.state !== 'sent' && newest.lastError !== null
  const at = (iso: string | null) => (iso === null ? '' : dateTime(iso, language))
  const told = () => {
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
        {deliveries && told()}
      </span>
    </p>
  )
}
