import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { keyToPath } from '#client/query-client'
import { liveNumbersQuery, visitNumbersQuery } from '#features/numbers/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { CloseIcon, DownloadIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Button } from '#ui/controls/buttons/button'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { OutLink } from '#ui/link'
import { Chart } from './chart'
import { Lists } from './lists'
import { SpanChooser } from './span-chooser'
import { queryOf, searchOf, type Shown, shownBy } from './spans'
import { Totals } from './totals'

/** How the site is visited, in a span and on all pages or one: as its address says it. */
export function NumbersScreen() {
  const t = useText()
  const navigate = useNavigate()
  const shown = shownBy(useLocation().search)
  const show = (next: Shown) => void navigate(`${href(adminPaths.numbers)}${searchOf(next)}`)
  return (
    <Screen
      title={t('adminNav.numbers')}
      intro={t('numbers.intro')}
      actions={
        <LinkButton href={keyToPath(['/api/numbers.csv', queryOf(shown)])} download>
          <DownloadIcon />
          {t('numbers.download')}
        </LinkButton>
      }
    >
      <div className="numbers-head">
        <SpanChooser key={shown.span} shown={shown} onChoose={show} />
        {shown.path !== undefined && <OnePage path={shown.path} onAll={() => show({ ...shown, path: undefined })} />}
      </div>
      <UserRegion key={searchOf(shown)} loading={<Loading />} failed={loadFailed('numbers.failed')}>
        <Visits shown={shown} onPage={(path) => show({ ...shown, path })} />
      </UserRegion>
    </Screen>
  )
}

function OnePage({ path, onAll }: { path: string; onAll: () => void }) {
  const t = useText()
  return (
    <p className="numbers-page">
      {t('numbers.onlyPage')} <OutLink href={path}>{path}</OutLink>
      <Button variant="quiet" onPress={onAll}>
        <CloseIcon />
        {t('numbers.allPages')}
      </Button>
    </p>
  )
}

/** Milliseconds: what was counted is told within a minute. */
const glance = 60_000

function Visits({ shown, onPage }: { shown: Shown; onPage: (path: string) => void }) {
  const t = useText()
  const { data: numbers } = useSuspenseQuery({
    ...visitNumbersQuery(queryOf(shown)),
    staleTime: 0,
    refetchInterval: glance,
  })
  return (
    <>
      <section className="admin-panel numbers-whole" aria-labelledby="numbers-visits">
        <h2 id="numbers-visits" className="kit-hidden">
          {t('numbers.visits')}
        </h2>
        <Totals numbers={numbers}>{shown.path === undefined && <Here />}</Totals>
        {numbers.total.views === 0 && <p className="kit-note">{t('numbers.none')}</p>}
        <Chart series={numbers.series} />
        <p className="kit-note">{t('numbers.note')}</p>
      </section>
      <Lists numbers={numbers} hasPages={shown.path === undefined} onPage={onPage} />
    </>
  )
}

function Here() {
  const t = useText()
  const { data } = useSuspenseQuery({ ...liveNumbersQuery(), staleTime: 0, refetchInterval: glance / 2 })
  return (
    <div>
      <dt>{t('numbers.here')}</dt>
      <dd>{data.visitors}</dd>
    </div>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('numbers.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}
