import { useMemo } from 'react'
import { Button } from '#ui/controls/buttons/button'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { RedirectIcon } from '#ui/controls/buttons/icons'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { MissingPath } from './contract'

type MissingRow = MissingPath & { id: string }

/** The most frequent 404 paths, each with a button that adds a redirect. */
export function MissingPathsTable({ paths, onRedirect }: { paths: MissingPath[]; onRedirect: (path: string) => void }) {
  const t = useText()
  const language = usePageLanguage()
  const rows = useMemo(() => paths.map((missing) => ({ ...missing, id: missing.path })), [paths])
  const columns = useMemo<Column<MissingRow>[]>(
    () => [
      {
        id: 'path',
        label: t('missing.path'),
        isRowHeader: true,
        sortValue: ({ path }) => path,
        render: ({ path }) => <span className="kit-address">{path}</span>,
      },
      {
        id: 'count',
        label: t('missing.count'),
        sortValue: ({ count }) => count,
        render: ({ count }) => new Intl.NumberFormat(language).format(count),
      },
      dateColumn('lastAt', t('missing.last')),
      {
        id: 'actions',
        label: t('missing.actions'),
        align: 'end',
        render: ({ path }) => (
          <Button onPress={() => onRedirect(path)} aria-label={t('missing.redirectOf', { path })}>
            <RedirectIcon />
            {t('missing.redirect')}
          </Button>
        ),
      },
    ],
    [t, language, onRedirect],
  )
  return (
    <DataTable
      label={t('missing.table')}
      columns={columns}
      rows={rows}
      filterText={pathOf}
      filterLabel={t('missing.filter')}
      matches={(count) => t('table.matches', { count })}
    />
  )
}

const pathOf = ({ path }: MissingPath) => path
