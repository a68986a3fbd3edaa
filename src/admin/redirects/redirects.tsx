import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UserRegion } from '#auth/user-region'
import { Button } from '#base/controls/button'
import { EmptyState } from '#base/controls/empty-state'
import { CheckCircleIcon, PlusIcon, RedirectIcon } from '#base/controls/icons'
import { loadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { TableSkeleton } from '#base/controls/table-skeleton'
import { useText } from '#base/i18n/i18n'
import { MissingPathsTable } from '#features/redirects/missing-paths-table'
import { missingPathsQuery, redirectsQuery } from '#features/redirects/queries'
import { RedirectDialog } from '#features/redirects/redirect-dialog'
import { RedirectsTable } from '#features/redirects/redirects-table'

/** Old addresses that lead on, and those that lead nowhere. */
export function RedirectsScreen() {
  const t = useText()
  const missingId = useId()
  const [from, setFrom] = useState<string>()
  return (
    <Screen
      title={t('adminNav.redirects')}
      intro={t('redirects.intro')}
      actions={
        <Button variant="primary" onPress={() => setFrom('')}>
          <PlusIcon />
          {t('redirects.add')}
        </Button>
      }
    >
      <UserRegion loading={<TableSkeleton label={t('redirects.loading')} />} failed={loadFailed('redirects.failed')}>
        <Redirects />
      </UserRegion>
      <section className="redirects-missing" aria-labelledby={missingId}>
        <h2 id={missingId}>{t('missing.title')}</h2>
        <p className="kit-note">{t('missing.intro')}</p>
        <UserRegion loading={<TableSkeleton label={t('missing.loading')} />} failed={loadFailed('missing.failed')}>
          <MissingPaths onRedirect={setFrom} />
        </UserRegion>
      </section>
      {from !== undefined && <RedirectDialog key={from} from={from} onClose={() => setFrom(undefined)} />}
    </Screen>
  )
}

function Redirects() {
  const t = useText()
  const { data: redirects } = useSuspenseQuery(redirectsQuery())
  return redirects.length === 0 ? (
    <EmptyState icon={<RedirectIcon />} title={t('redirects.empty')} text={t('redirects.emptyText')} />
  ) : (
    <RedirectsTable redirects={redirects} />
  )
}

function MissingPaths({ onRedirect }: { onRedirect: (path: string) => void }) {
  const t = useText()
  const { data: paths } = useSuspenseQuery(missingPathsQuery())
  return paths.length === 0 ? (
    <EmptyState icon={<CheckCircleIcon />} title={t('missing.empty')} text={t('missing.emptyText')} />
  ) : (
    <MissingPathsTable paths={paths} onRedirect={onRedirect} />
  )
}
