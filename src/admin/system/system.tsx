import { UserRegion } from '#auth/sessions/user-region'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { BackupsPanel } from './backups/backups-panel'
import { Parts } from './parts'
import { useRestores } from './restore/use-restores'
import { Standing } from './standing'

/** Whether the site is well, what to do where it is not, and what it runs on. */
export function SystemScreen() {
  const t = useText()
  const { restoreOf, fromFile, dialogs } = useRestores()
  return (
    <Screen title={t('adminNav.status')} intro={t('system.intro')}>
      <UserRegion loading={<Loading />} failed={loadFailed('system.failed')}>
        <Standing />
        <Parts />
      </UserRegion>
      <BackupsPanel restoreOf={restoreOf} fromFile={fromFile} />
      {dialogs}
    </Screen>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('system.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}
