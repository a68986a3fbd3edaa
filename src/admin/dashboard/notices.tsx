import { useQuery } from '@tanstack/react-query'
import { failedLast, backupsQuery } from '#admin/system/backups/queries'
import { siteStatusQuery } from '#contract/site-status'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Alert } from '#ui/controls/states/alert'

/** Warns that visitors see changes late, and why. */
export function LateChanges() {
  const t = useText()
  const { data: status } = useQuery(siteStatusQuery())
  if (!status || status.listenError === null) return null
  return (
    <Alert variant="danger" title={t('dashboard.deaf')}>
      {t('dashboard.deafText', { reason: status.listenError })}
    </Alert>
  )
}

/** Warns that the last backup has failed, and why. */
export function FailedBackup() {
  const t = useText()
  const { data: backups = [] } = useQuery(backupsQuery())
  const failed = failedLast(backups)
  if (!failed) return null
  return (
    <Alert
      variant="danger"
      title={t('backups.lastFailed')}
      action={<LinkButton href={`${href(adminPaths.system)}#backups`}>{t('backups.open')}</LinkButton>}
    >
      {failed.error}
    </Alert>
  )
}
