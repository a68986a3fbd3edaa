import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { ImportEntry } from '#features/imports/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { Link } from '#ui/link'
import { importsQuery } from './queries'

/** The files that were brought before; absent while there are none. */
export function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useText()
  const { data: imports } = useSuspenseQuery(importsQuery())
  const columns = useColumns()
  if (imports.length === 0) return null
  return (
    <section className="admin-panel" aria-labelledby="import-earlier">
      <h2 id="import-earlier">{t('imports.earlier')}</h2>
      <DataTable
        label={t('imports.earlier')}
        columns={columns}
        rows={imports}
        filterLabel={t('imports.earlier')}
        matches={(count) => t('table.matches', { count })}
        onOpen={({ id }) => onOpen(id)}
      />
    </section>
  )
}

function useColumns() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return useMemo<Column<ImportEntry>[]>(
    () => [
      {
        id: 'title',
        label: t('imports.file'),
        isRowHeader: true,
        sortValue: ({ title }) => title,
        render: ({ id, title }) => <Link href={`${href(adminPaths.import)}?import=${id}`}>{title}</Link>,
      },
      {
        id: 'kind',
        label: t('imports.from'),
        sortValue: ({ kind }) => t(`imports.kind.${kind}`),
        render: ({ kind }) => t(`imports.kind.${kind}`),
      },
      {
        id: 'found',
        label: t('imports.held'),
        sortValue: ({ found }) => found.posts + found.pages,
        render: ({ found: { posts, pages } }) => t('imports.records', { posts, pages }),
      },
      {
        id: 'state',
        label: t('imports.standing'),
        sortValue: ({ state }) => t(`imports.state.${state}`),
        render: ({ state }) => t(`imports.state.${state}`),
      },
      {
        id: 'createdAt',
        label: t('imports.date'),
        sortValue: ({ createdAt }) => createdAt,
        render: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>,
      },
    ],
    [t, language],
  )
}
