import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { webhooksQuery } from '#features/webhooks/queries'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { PlusIcon, SendIcon } from '#ui/controls/buttons/icons'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { OutLink } from '#ui/link'
import { WebhookCard } from './webhook-card'
import { WebhookDialog } from './webhook-dialog'

/** The webhooks of the site. */
export function WebhooksPanel() {
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section className="integrations-panel" aria-label={t('integrations.webhooks')}>
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
    <ul className="webhooks-list" aria-label={t('integrations.webhooks')}>
      {webhooks.map((webhook) => (
        <li key={webhook.id}>
          <WebhookCard webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}
