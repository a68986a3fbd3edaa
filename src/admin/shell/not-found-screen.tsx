import { EmptyState } from '#ui/controls/states/empty-state'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Screen } from '#ui/controls/screen'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'

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
