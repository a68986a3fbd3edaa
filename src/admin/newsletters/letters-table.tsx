import { useAudienceText } from './use-audience-text'
import { textIn } from '#contract/site'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Newsletter } from '#features/newsletters/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { Link } from '#ui/link'

const addressOf = (id: number) => `${href(adminPaths.newsletters)}?letter=${id}`

export function LettersTable({ letters }: { letters: Newsletter[] }) {
  const t = useText()
  const audienceText = useAudienceText()
  const navigate = useNavigate()
  const language = useAtomValue(languageAtom)
  const columns = useMemo<Column<Newsletter>[]>(
    () => [
      {
        id: 'subject',
        label: t('letters.subject'),
        isRowHeader: true,
        sortValue: ({ subject }) => textIn(subject, language),
        render: ({ id, subject }) => <Link href={addressOf(id)}>{textIn(subject, language)}</Link>,
      },
      {
        id: 'audience',
        label: t('letters.audience'),
        sortValue: ({ audience }) => audienceText(audience),
        render: ({ audience }) => audienceText(audience),
      },
      {
        id: 'state',
        label: t('letters.state'),
        sortValue: ({ state }) => t(`letters.is.${state}`),
        render: ({ state }) => <span className="kit-badge">{t(`letters.is.${state}`)}</span>,
      },
      {
        id: 'sent',
        label: t('letters.sent'),
        sortValue: ({ sent }) => sent,
        render: ({ sent, total }) => (total > 0 ? t('letters.sentOf', { sent, total }) : '–'),
      },
      {
        id: 'date',
        label: t('letters.date'),
        sortValue: ({ sendAt, createdAt }) => sendAt ?? createdAt,
        render: ({ sendAt, createdAt }) => {
          const date = sendAt ?? createdAt
          return <time dateTime={date}>{dateTime(date, language)}</time>
        },
      },
    ],
    [t, language, audienceText],
  )
  return (
    <DataTable
      label={t('adminNav.newsletters')}
      columns={columns}
      rows={letters}
      filterLabel={t('letters.filter')}
      matches={(count) => t('table.matches', { count })}
      onOpen={({ id }) => void navigate(addressOf(id))}
    />
  )
}
