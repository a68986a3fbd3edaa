import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { ApiToken } from '#auth/tokens/contract'
import { tokensQuery } from '#auth/tokens/queries'
import { useWrite } from '#auth/forms/use-write'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { useToast } from '#ui/toasts/toast'

export function TokensTable({ tokens }: { tokens: ApiToken[] }) {
  const t = useText()
  const toast = useToast()
  const [leaving, setLeaving] = useState<ApiToken>()
  const columns = useTokenColumns(setLeaving)
  const { mutate, isPending } = useWrite({
    failed: t('tokens.deleteFailed'),
    stale: [tokensQuery().queryKey],
    onDone: () => {
      toast({ title: t('tokens.deleted', { name: leaving?.name ?? '' }) })
      setLeaving(undefined)
    },
  })
  return (
    <>
      <DataTable
        label={t('tokens.table')}
        columns={columns}
        rows={tokens}
        filterLabel={t('tokens.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <ConfirmDialog
        title={t('tokens.deleteTitle')}
        text={leaving && t('tokens.deleteText', { name: leaving.name })}
        confirmLabel={t(isPending ? 'tokens.deleting' : 'tokens.deleteConfirm')}
        cancelLabel={t('tokens.cancel')}
        isOpen={leaving !== undefined}
        isPending={isPending}
        onConfirm={() => {
          if (leaving) mutate({ method: 'DELETE', path: `/api/tokens/${leaving.id}` })
        }}
        onCancel={() => setLeaving(undefined)}
      />
    </>
  )
}

function useTokenColumns(onDelete: (token: ApiToken) => void) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return useMemo<Column<ApiToken>[]>(
    () => [
      {
        id: 'name',
        label: t('tokens.name'),
        isRowHeader: true,
        sortValue: ({ name }) => name,
        render: ({ name }) => name,
      },
      {
        id: 'scope',
        label: t('tokens.scope'),
        sortValue: ({ scope }) => scope,
        render: ({ scope }) => t(`tokens.may.${scope}`),
      },
      {
        id: 'createdBy',
        label: t('tokens.madeBy'),
        sortValue: ({ createdBy }) => createdBy.username,
        render: ({ createdBy }) => createdBy.username,
      },
      {
        id: 'lastUsedAt',
        label: t('tokens.lastUsed'),
        sortValue: ({ lastUsedAt }) => lastUsedAt ?? '',
        render: ({ lastUsedAt }) =>
          lastUsedAt === null ? t('tokens.never') : <time dateTime={lastUsedAt}>{dateTime(lastUsedAt, language)}</time>,
      },
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
    [t, language, onDelete],
  )
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const [now] = useState(() => new Date().toISOString())
  if (expiresAt === null) return t('tokens.untilDeleted')
  return (
    <>
      <time dateTime={expiresAt}>{dateTime(expiresAt, language)}</time>{' '}
      {expiresAt <= now && <span className="kit-badge">{t('tokens.expired')}</span>}
    </>
  )
}
