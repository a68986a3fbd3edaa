import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState } from '#ui/controls/states/empty-state'
import { CheckCircleIcon, PlusIcon, RedirectIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { useText } from '#i18n/i18n'
import { MissingPathsTable } from '../missing-paths-table'
import { missingPathsQuery, redirectsQuery } from '../queries'
import { RedirectDialog } from '../redirect-dialog'
import { RedirectsTable } from '../redirects-table'

/** Redirects, and missing pages that visitors requested. */
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
