import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import type { ImportEntry } from '../contract'
import { dateColumn } from '#ui/controls/tables/date-column'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { DownloadIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { Link } from '#ui/link'
import { ImportUpload } from './import-upload'
import { OneImport } from './one-import'
import { importsQuery } from './queries'

/** Query parameter with the id of the open import. */
const opened = 'import'

/** Imports content of other systems, and exports the site's own. */
export function ImportScreen() {
  const t = useText()
  const navigate = useNavigate()
  const id = new URLSearchParams(useLocation().search).get(opened)
  const open = (chosen: number) => void navigate(`${href(adminPaths.import)}?${opened}=${chosen}`)
  return (
    <Screen
      // A view of its own, at whose heading the focus arrives.
      key={id}
      title={t('adminNav.import')}
      intro={t('imports.intro')}
    >
      {id === null ? (
        <>
          <ImportUpload onRead={open} />
          <UserRegion loading={null} failed={loadFailed('imports.failedLoad')}>
            <EarlierImports onOpen={open} />
          </UserRegion>
          <ExportPanel />
        </>
      ) : (
        <UserRegion loading={<Loading />} failed={loadFailed('imports.failedLoad')}>
          <OneImport id={id} />
        </UserRegion>
      )}
    </Screen>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('imports.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}

/** Exports all content as files for other systems; unlike a backup. */
function ExportPanel() {
  const t = useText()
  return (
    <section className="admin-panel import-out" aria-labelledby="import-out">
      <div>
        <h2 id="import-out">{t('imports.out')}</h2>
        <p className="kit-note">{t('imports.outText')}</p>
        <p className="kit-note">
          {t('imports.outBackup')} <Link href={href(adminPaths.system)}>{t('adminNav.status')}</Link>
        </p>
      </div>
      <LinkButton href="/api/export/markdown" download>
        <DownloadIcon />
        {t('imports.outDo')}
      </LinkButton>
    </section>
  )
}

/** The earlier imports; hidden if there are none. */
function EarlierImports({ onOpen }: { onOpen: (id: number) => void }) {
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
  return useMemo<Column<ImportEntry>[]>(
    () => [
      {
        id: 'title',
        label: t('imports.file'),
        isRowHeader: true,
        sortValue: ({ title }) => title,
        render: ({ id, title }) => <Link href={`${href(adminPaths.import)}?import=${id}`}>{title}</Link>,
      },
      { id: 'kind', label: t('imports.from'), sortValue: ({ kind }) => t(`imports.kind.${kind}`) },
      {
        id: 'found',
        label: t('imports.held'),
        sortValue: ({ found }) => found.posts + found.pages,
        render: ({ found: { posts, pages } }) => t('imports.records', { posts, pages }),
      },
      { id: 'state', label: t('imports.standing'), sortValue: ({ state }) => t(`imports.state.${state}`) },
      dateColumn('createdAt', t('imports.date')),
    ],
    [t],
  )
}
