import { useLocation, useNavigate } from 'react-router'
import { Screen } from '#ui/controls/screen'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { TokensPanel } from '#auth/screens/tokens/tokens-panel'
import { WebhooksPanel } from './webhooks/webhooks-panel'

/** API tokens and webhooks. The selected tab is in the URL (`?tab=`). */
export function IntegrationsScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search).get('tab')
  const tabs = [
    { id: 'tokens', label: t('integrations.tokens'), content: <TokensPanel /> },
    { id: 'webhooks', label: t('integrations.webhooks'), content: <WebhooksPanel /> },
  ]
  return (
    <Screen title={t('adminNav.integrations')} intro={t('integrations.intro')}>
      <TabbedPanels
        label={t('integrations.tabs')}
        tabs={tabs}
        selected={(tabs.find(({ id }) => id === asked) ?? tabs[0]!).id}
        onSelect={(id) => void navigate(`${href(adminPaths.integrations)}?tab=${id}`, { replace: true })}
      />
    </Screen>
  )
}
