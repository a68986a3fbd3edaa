import { useMemo } from 'react'
import type { Column } from '#ui/controls/tables/column'
import { DataTable } from '#ui/controls/tables/data-table'
import { EmailAddress } from '#ui/controls/fields/email-address'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { MailIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { dateColumn } from '#ui/controls/tables/date-column'
import { useText } from '#i18n/i18n'
import { languageName } from '#i18n/language-names'
import { usePageLanguage } from '#i18n/language-atom'
import { mailto } from '#text/mailto'
import { type Subscriber, subscriberStates } from './contract'

type SubscribersTableProps = { subscribers: Subscriber[]; onDelete: (subscriber: Subscriber) => void }

export function SubscribersTable({ subscribers, onDelete }: SubscribersTableProps) {
  const t = useText()
  const language = usePageLanguage()
  const columns = useMemo<Column<Subscriber>[]>(
    () => [
      {
        id: 'email',
        label: t('subscribers.email'),
        isRowHeader: true,
        sortValue: ({ email }) => email,
        render: ({ email }) => <EmailAddress>{email}</EmailAddress>,
      },
      dateColumn('submittedAt', t('subscribers.joined')),
      {
        id: 'state',
        label: t('subscribers.state'),
        sortValue: ({ state }) => subscriberStates.indexOf(state),
        render: ({ state }) => (
          <span className={state === 'unsubscribed' || state === 'bounced' ? 'kit-badge' : 'kit-whole'}>
            {t(`subscribers.is.${state}`)}
          </span>
        ),
      },
      {
        id: 'news',
        label: t('subscribers.news'),
        sortValue: ({ news }) => Number(news),
        render: ({ news, state }) => {
          const isAsked = news && (state === 'pending' || state === 'unasked')
          const text = t(isAsked ? 'subscribers.newsAsked' : news ? 'subscribers.newsYes' : 'subscribers.newsNo')
          return <span className="kit-whole">{text}</span>
        },
      },
      {
        id: 'language',
        label: t('subscribers.language'),
        sortValue: ({ language: spoken }) => spoken,
        render: ({ language: spoken }) => <span className="kit-whole">{languageName(spoken, language)}</span>,
      },
      {
        id: 'actions',
        label: t('subscribers.actions'),
        align: 'end',
        render: (subscriber) => (
          <>
            <LinkButton
              href={mailto(subscriber.email)}
              variant="quiet"
              icon={<MailIcon />}
              label={t('subscribers.write', { email: subscriber.email })}
            />
            <IconButton
              icon={<TrashIcon />}
              label={t('subscribers.delete', { email: subscriber.email })}
              onPress={() => onDelete(subscriber)}
            />
          </>
        ),
      },
    ],
    [t, language, onDelete],
  )
  return (
    <DataTable
      label={t('subscribers.table')}
      columns={columns}
      rows={subscribers}
      filterText={emailOf}
      filterLabel={t('subscribers.filter')}
      matches={(count) => t('table.matches', { count })}
      initialSort={newestFirst}
    />
  )
}

const emailOf = ({ email }: Subscriber) => email
const newestFirst = { column: 'submittedAt', direction: 'descending' } as const
