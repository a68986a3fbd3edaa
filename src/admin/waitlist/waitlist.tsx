import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { UserRegion } from '#auth/user-region'
import { Button } from '#base/controls/button'
import { EmptyState } from '#base/controls/empty-state'
import { DownloadIcon, UsersIcon } from '#base/controls/icons'
import { loadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { Skeleton } from '#base/controls/skeleton'
import { TableSkeleton } from '#base/controls/table-skeleton'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { useWatchedQuery } from '#base/query/use-watched-query'
import { csvName, subscribersCsv } from '#features/waitlist/csv'
import { subscribersQuery } from '#features/waitlist/queries'
import { SubscribersTable } from '#features/waitlist/subscribers-table'
import { downloadText } from './download'

export function WaitlistScreen() {
  const t = useText()
  const loading = (
    <>
      <Overview total={<Skeleton shape="figure" />} />
      <TableSkeleton label={t('subscribers.loading')} />
    </>
  )
  return (
    <Screen title={t('adminNav.waitlist')} actions={<Export />}>
      <UserRegion loading={loading} failed={loadFailed('subscribers.failed')}>
        <Subscribers />
      </UserRegion>
    </Screen>
  )
}

function Subscribers() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { data: subscribers } = useSuspenseQuery(subscribersQuery())
  return (
    <>
      <Overview total={new Intl.NumberFormat(language).format(subscribers.length)} />
      {subscribers.length === 0 ? (
        <EmptyState icon={<UsersIcon />} title={t('subscribers.empty')} text={t('subscribers.emptyText')} />
      ) : (
        <SubscribersTable subscribers={subscribers} />
      )}
    </>
  )
}

function Overview({ total }: { total: ReactNode }) {
  const t = useText()
  return (
    <section className="waitlist-overview" aria-labelledby="waitlist-overview">
      <h2 id="waitlist-overview">{t('subscribers.overview')}</h2>
      <dl>
        <dt>{t('subscribers.total')}</dt>
        <dd>{total}</dd>
      </dl>
    </section>
  )
}

/** There once there is something to export. */
function Export() {
  const t = useText()
  const { data: subscribers = [] } = useWatchedQuery(subscribersQuery())
  const download = () => downloadText(csvName(new Date()), 'text/csv;charset=utf-8', subscribersCsv(subscribers))
  return (
    subscribers.length > 0 && (
      <Button onPress={download}>
        <DownloadIcon />
        {t('subscribers.export')}
      </Button>
    )
  )
}
