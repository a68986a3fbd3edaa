import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/controls/states/alert'
import { useText } from '#i18n/i18n'
import { siteStatusQuery } from '#contract/site-status'

/** Says where visitors see changes late, and why. */
export function Deafness() {
  const t = useText()
  const { data: status } = useQuery(siteStatusQuery())
  if (!status || status.deafness === null) return null
  return (
    <Alert variant="danger" title={t('dashboard.deaf')}>
      {t('dashboard.deafText', { reason: status.deafness })}
    </Alert>
  )
}
