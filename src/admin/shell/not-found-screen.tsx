import { EmptyState } from '#base/controls/empty-state'
import { LinkButton } from '#base/controls/link-button'
import { Screen } from '#base/controls/screen'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { adminPaths } from '#base/admin-paths'

/** The answer to an address of the admin at which there is nothing. */
export function NotFoundScreen() {
  const t = useText()
  return (
    <Screen title={t('errors.notFoundTitle')}>
      <EmptyState
        title={t('errors.notFoundText')}
        action={
          <LinkButton variant="primary" href={href(adminPaths.dashboard)}>
            {t('adminNav.toDashboard')}
          </LinkButton>
        }
      />
    </Screen>
  )
}
