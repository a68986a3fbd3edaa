import { EmptyState } from '#base/controls/empty-state'
import { LinkButton } from '#base/controls/link-button'
import { useText } from '#base/i18n/i18n'
import { Screen } from './screen'

export function AdminNotFound() {
  const t = useText()
  return (
    <Screen title={t('adminNav.notFound')}>
      <EmptyState
        title={t('adminNav.notFoundText')}
        action={<LinkButton href="/admin/dashboard/" variant="primary">{t('adminNav.toDashboard')}</LinkButton>}
      />
    </Screen>
  )
}
