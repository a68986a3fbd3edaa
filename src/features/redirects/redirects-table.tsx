import { useMemo, useState } from 'react'
import { DeleteDialog } from '#auth/forms/delete-dialog'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Redirect } from './contract'
import { redirectsQuery } from './queries'

export function RedirectsTable({ redirects }: { redirects: Redirect[] }) {
  const t = useText()
  const language = usePageLanguage()
  const [doomed, setDoomed] = useState<Redirect>()

  const columns = useMemo<Column<Redirect>[]>(
    () => [
      {
        id: 'from',
        label: t('redirects.from'),
        isRowHeader: true,
        sortValue: ({ from }) => from,
        render: ({ from }) => <span className="kit-address">{from}</span>,
      },
      {
        id: 'to',
        label: t('redirects.to'),
        sortValue: ({ to }) => to,
        render: ({ to }) => (
          <a className="kit-address" href={to}>
            {to}
          </a>
        ),
      },
      {
        id: 'kind',
        label: t('redirects.kind'),
        sortValue: ({ kind }) => kind,
        render: ({ kind }) => <span className="kit-whole">{t(`redirects.${kind}`)}</span>,
      },
      {
        id: 'hits',
        label: t('redirects.hits'),
        sortValue: ({ hits }) => hits,
        render: ({ hits }) => new Intl.NumberFormat(language).format(hits),
      },
      dateColumn('lastHitAt', t('redirects.lastHit'), t('redirects.never')),
      {
        id: 'actions',
        label: t('redirects.actions'),
        align: 'end',
        render: (row) => (
          <IconButton
            label={t('redirects.delete', { from: row.from })}
            icon={<TrashIcon />}
            onPress={() => setDoomed(row)}
          />
        ),
      },
    ],
    [t, language],
  )

  return (
    <>
      <DataTable
        label={t('redirects.table')}
        columns={columns}
        rows={redirects}
        filterText={textOf}
        filterLabel={t('redirects.filter')}
        matches={(count) => t('table.matches', { count })}
      />
      <DeleteDialog
        texts="redirects"
        target={doomed && { path: `/api/redirects/${doomed.id}`, values: { from: doomed.from } }}
        stale={[redirectsQuery().queryKey]}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}

const textOf = ({ from, to }: Redirect) => `${from} ${to}`
