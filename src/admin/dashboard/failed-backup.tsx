import { useQuery } from '@tanstack/react-query'
import { failedLast, backupsQuery } from '#admin/system/backups/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Alert } from '#ui/controls/states/alert'

/** Says that the last backup has failed, and why. */
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
