import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tokensQuery } from '#auth/tokens/queries'
import { UserRegion } from '#auth/sessions/user-region'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { KeyIcon, PlusIcon } from '#ui/controls/buttons/icons'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { NewTokenDialog } from './new-token-dialog'
import { TokenExample } from './token-example'
import { TokensTable } from './tokens-table'

/** The tokens with which programs use the API. */
export function TokensPanel() {
  const t = useText()
  const [isMaking, setIsMaking] = useState(false)
  return (
    <section className="integrations-panel" aria-label={t('integrations.tokens')}>
      <div className="integrations-head">
        <p className="kit-note">{t('tokens.intro')}</p>
        <Button variant="primary" onPress={() => setIsMaking(true)}>
          <PlusIcon />
          {t('tokens.new')}
        </Button>
      </div>
      <UserRegion loading={<TableSkeleton label={t('tokens.loading')} />} failed={loadFailed('tokens.failed')}>
        <Tokens />
      </UserRegion>
      {isMaking && <NewTokenDialog onClose={() => setIsMaking(false)} />}
    </section>
  )
}

function Tokens() {
  const t = useText()
  const { data: tokens } = useSuspenseQuery(tokensQuery())
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState icon={<KeyIcon />} title={t('tokens.empty')} text={t('tokens.emptyText')} />
      ) : (
        <TokensTable tokens={tokens} />
      )}
      <TokenExample />
    </>
  )
}
