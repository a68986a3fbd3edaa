import { useLocation, useNavigate } from 'react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Screen } from '#ui/controls/screen'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useText } from '#i18n/i18n'
import { TokensPanel } from '#auth/screens/tokens/tokens-panel'
import { UserRegion } from '#auth/sessions/user-region'
import { webhooksQuery } from '#features/webhooks/queries'
import { Button } from '#ui/controls/buttons/button'
import { PlusIcon, SendIcon } from '#ui/controls/buttons/icons'
import { EmptyState, loadFailed, TableSkeleton } from '#ui/controls/states/states'
import { OutLink } from '#ui/link'
import { WebhookCard } from './webhooks/webhook-card'
import { WebhookDialog } from './webhooks/webhook-dialog'

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

/** The webhooks of the site. */
export function WebhooksPanel() {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section className="kit-form" aria-label={t('integrations.webhooks')}>
      <div className="integrations-head">
        <p className="kit-note">{t('webhooks.intro')}</p>
        <Button variant="primary" onPress={() => setIsAdding(true)}>
          <PlusIcon />
          {t('webhooks.new')}
        </Button>
      </div>
      <UserRegion loading={<TableSkeleton label={t('webhooks.loading')} />} failed={loadFailed('webhooks.failed')}>
        <Webhooks />
      </UserRegion>
      <p className="kit-note">
        {t('webhooks.forReceivers')}{' '}
        <OutLink href="https://www.standardwebhooks.com/">{t('webhooks.standard')}</OutLink>
      </p>
      {isAdding && <WebhookDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function Webhooks() {
  const t = useText()
  const { data: webhooks } = useSuspenseQuery(webhooksQuery())
  if (webhooks.length === 0)
    return <EmptyState icon={<SendIcon />} title={t('webhooks.empty')} text={t('webhooks.emptyText')} />
  return (
    <ul className="kit-form" aria-label={t('integrations.webhooks')}>
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <WebhookCard webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}
