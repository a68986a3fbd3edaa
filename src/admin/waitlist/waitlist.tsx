import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { userAtom } from '#auth/session'
import { Button } from '#base/controls/button'
import { EmptyState } from '#base/controls/empty-state'
import { DownloadIcon, UsersIcon } from '#base/controls/icons'
import { Skeleton } from '#base/controls/skeleton'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { csvName, subscribersCsv } from '#features/waitlist/csv'
import { subscribersQuery } from '#features/waitlist/queries'
import { SubscribersTable } from '#features/waitlist/subscribers-table'
import { downloadText } from './download'
import { LoadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { TableSkeleton } from '#base/controls/table-skeleton'

export function WaitlistScreen() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const user = useAtomValue(userAtom)
  const { data: subscribers, isPending, refetch } = useQuery({ ...subscribersQuery(), enabled: Boolean(user) })
  const exportCsv = () => {
    if (subscribers) downloadText(csvName(new Date()), 'text/csv;charset=utf-8', subscribersCsv(subscribers))
  }
  return (
    <Screen
      title={t('adminNav.waitlist')}
      actions={subscribers && subscribers.length > 0 && <Button onPress={exportCsv}><DownloadIcon />{t('subscribers.export')}</Button>}
    >
      <section className="waitlist-overview" aria-labelledby="waitlist-overview">
        <h2 id="waitlist-overview">{t('subscribers.overview')}</h2>
        <dl>
          <dt>{t('subscribers.total')}</dt>
          <dd>{isPending ? <Skeleton shape="figure" /> : new Intl.NumberFormat(language).format(subscribers?.length ?? 0)}</dd>
        </dl>
      </section>
      {isPending ? <TableSkeleton label={t('subscribers.loading')} />
        : !subscribers ? <LoadFailed text={t('subscribers.failed')} onRetry={() => void refetch()} />
        : subscribers.length === 0 ? <EmptyState icon={<UsersIcon />} title={t('subscribers.empty')} text={t('subscribers.emptyText')} />
        : <SubscribersTable subscribers={subscribers} />}
    </Screen>
  )
}
