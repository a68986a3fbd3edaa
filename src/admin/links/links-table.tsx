import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { type Link, linkStates } from '#features/links/contract'
import { isForeign } from './own-links'
import { LinkLocations } from './link-locations'

type Row = Link & { id: string }

export function LinksTable({ links }: { links: readonly Link[] }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const rows = useMemo(() => links.map((link): Row => ({ ...link, id: link.url })), [links])
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'url',
        label: t('links.url'),
        isRowHeader: true,
        sortValue: ({ url }) => url,
        render: ({ url }) => (
          <a className="kit-address" href={url} target="_blank" rel="noopener noreferrer">
            {url}
            <span className="kit-hidden"> {t('links.newTab')}</span>
          </a>
        ),
      },
      {
        id: 'state',
        label: t('links.state'),
        sortValue: ({ state }) => linkStates.indexOf(state),
        render: (link) => (
          <div className="links-state">
            <span className="edit-badge" data-tone={`link-${link.state}`}>
              {t(`links.is.${link.state}`)}
            </span>
            <p className="links-reason">{reasonOf(link, t)}</p>
          </div>
        ),
      },
      {
        id: 'foundIn',
        label: t('links.foundIn'),
        sortValue: ({ foundIn }) => foundIn[0]?.title ?? '',
        render: ({ foundIn }) => <LinkLocations places={foundIn} />,
      },
      {
        id: 'checkedAt',
        label: t('links.checked'),
        sortValue: (link) => (isForeign(link) ? (link.checkedAt ?? '') : '9999'),
        render: (link) => (
          <span className="kit-whole">
            {!isForeign(link)
              ? t('links.now')
              : link.checkedAt === null
                ? t('links.never')
                : dateTime(link.checkedAt, language)}
          </span>
        ),
      },
    ],
    [t, language],
  )
  return (
    <DataTable
      label={t('adminNav.links')}
      columns={columns}
      rows={rows}
      filterText={({ url, foundIn }) => [url, ...foundIn.map(({ title }) => title)].join(' ')}
      filterLabel={t('links.filter')}
      matches={(count) => t('table.matches', { count })}
    />
  )
}

/** The reason for a broken or unsure state; empty for a working link. */
function reasonOf({ state, status, checkedAt }: Link, t: Translate): string {
  if (state === 'ok') return ''
  if (status !== null) return t(status === 404 || status === 410 ? 'links.notFound' : 'links.answered', { status })
  if (checkedAt === null) return t('links.notAsked')
  return t(state === 'broken' ? 'links.noName' : 'links.noAnswer')
}
