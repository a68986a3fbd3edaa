import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { DeleteDialog } from '#auth/forms/delete-dialog'
import type { ApiToken } from '#auth/tokens/contract'
import { tokensQuery } from '#auth/tokens/queries'
import { UserRegion } from '#auth/sessions/user-region'
import { DateTime } from '#i18n/date-time'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { KeyIcon, PlusIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { EmptyState } from '#ui/controls/states/empty-state'
import { loadFailed } from '#ui/controls/states/load-failed'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { NewTokenDialog } from './new-token-dialog'
import { TokenExample } from './token-example'

/** The API tokens. */
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

function TokensTable({ tokens }: { tokens: ApiToken[] }) {
  const t = useText()
  const [leaving, setLeaving] = useState<ApiToken>()
  const columns = useTokenColumns(setLeaving)
  return (
    <>
      <DataTable
        label={t('tokens.table')}
        columns={columns}
        rows={tokens}
        filterLabel={t('tokens.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <DeleteDialog
        texts="tokens"
        target={leaving && { path: `/api/tokens/${leaving.id}`, values: { name: leaving.name } }}
        stale={[tokensQuery().queryKey]}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

function useTokenColumns(onDelete: (token: ApiToken) => void) {
  const t = useText()
  return useMemo<Column<ApiToken>[]>(
    () => [
      { id: 'name', label: t('tokens.name'), isRowHeader: true, sortValue: ({ name }) => name },
      {
        id: 'scope',
        label: t('tokens.scope'),
        sortValue: ({ scope }) => scope,
        render: ({ scope }) => t(`tokens.may.${scope}`),
      },
      { id: 'createdBy', label: t('tokens.madeBy'), sortValue: ({ createdBy }) => createdBy.username },
      dateColumn('lastUsedAt', t('tokens.lastUsed'), t('tokens.never')),
      {
        id: 'expiresAt',
        label: t('tokens.expires'),
        sortValue: ({ expiresAt }) => expiresAt ?? '9999',
        render: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
      },
      {
        id: 'actions',
        label: t('tokens.actions'),
        align: 'end',
        render: (token) => (
          <IconButton
            label={t('tokens.delete', { name: token.name })}
            icon={<TrashIcon />}
            onPress={() => onDelete(token)}
          />
        ),
      },
    ],
    [t, onDelete],
  )
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const t = useText()
  const [now] = useState(() => new Date().toISOString())
  if (expiresAt === null) return t('tokens.untilDeleted')
  return (
    <>
      <DateTime at={expiresAt} /> {expiresAt <= now && <span className="kit-badge">{t('tokens.expired')}</span>}
    </>
  )
}
