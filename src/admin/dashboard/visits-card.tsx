import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { siteAtom } from '#contract/site'
import { messageDaysQuery } from '#features/messages/queries'
import { visitsQuery } from '#features/visits/queries'
import { Chart, EmptyChart, LineChart, useMoments } from '#features/visits/screens/line-chart'
import { Tally, Totals } from '#features/visits/screens/totals'
import { signUpDaysQuery } from '#features/waitlist/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { loadFailed } from '#ui/controls/states/states'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { Link } from '#ui/link'
import { LoadingChart } from './cards'

const height = 152

const paths = { visits: adminPaths.visits, signUps: adminPaths.waitlist, messages: adminPaths.messages }

type Shown = keyof typeof paths

/** The last 30 days beside the 30 days before: visits, sign-ups or messages. Each is read when it is shown. */
export function VisitsCard() {
  const t = useText()
  const [shown, setShown] = useState<Shown>('visits')
  const { signUp } = useAtomValue(siteAtom)
  const noSignUps = t(signUp === 'off' ? 'dashboard.signUpsOff' : 'dashboard.noSignUps')
  const panels: { id: Shown; content: ReactNode }[] = [
    { id: 'visits', content: <Visits /> },
    {
      id: 'signUps',
      content: <Days query={signUpDaysQuery()} what="signUps" empty={noSignUps} />,
    },
    {
      id: 'messages',
      content: <Days query={messageDaysQuery()} what="messages" empty={t('dashboard.noMessages')} />,
    },
  ]
  return (
    <section className="admin-panel dash-card dash-visits" data-card="visits" aria-labelledby="dash-visits">
      <header className="dash-head">
        <h2 id="dash-visits">{t('dashboard.lastDays')}</h2>
        <Link href={href(paths[shown])}>{t(`dashboard.all.${shown}`)}</Link>
      </header>
      <TabbedPanels
        label={t('dashboard.lastDays')}
        selected={shown}
        onSelect={setShown}
        tabs={panels.map(({ id, content }) => ({
          id,
          label: t(`dashboard.tab.${id}`),
          content: (
            <div className="dash-figures">
              <UserRegion loading={<LoadingChart />} failed={loadFailed('dashboard.cardFailed')}>
                {content}
              </UserRegion>
            </div>
          ),
        }))}
      />
    </section>
  )
}

function Visits() {
  const t = useText()
  const { data: visits } = useSuspenseQuery({ ...visitsQuery(), staleTime: 60_000 })
  const number = new Intl.NumberFormat(usePageLanguage())
  if (visits.total.views === 0 && visits.previous.views === 0)
    return <EmptyChart title={t('dashboard.noVisits')} text={t('dashboard.notCounted')} />
  return (
    <>
      <Totals visits={visits}>
        <div>
          <dt>{t('visits.today')}</dt>
          <dd>{number.format(visits.series.at(-1)?.views ?? 0)}</dd>
        </div>
      </Totals>
      <Chart series={visits.series} before={visits.before} height={height} />
    </>
  )
}

type DaysProps = {
  query: ReturnType<typeof signUpDaysQuery>
  what: 'signUps' | 'messages'
  empty: string
}

function Days({ query, what, empty }: DaysProps) {
  const t = useText()
  const { name } = useMoments()
  const { data } = useSuspenseQuery(query)
  const { total, previous, series, before } = data
  if (total === 0 && previous === 0) return <EmptyChart title={empty} />
  const counts = series.map(({ count }) => count)
  return (
    <>
      <dl className="admin-tally">
        <Tally label={t(`dashboard.tab.${what}`)} now={total} before={previous} />
      </dl>
      <LineChart
        label={t(`dashboard.chart.${what}`)}
        dates={series.map(({ date }) => date)}
        lines={[
          { id: 'now', name: t(`dashboard.tab.${what}`), values: counts },
          { id: 'before', name: t('visits.earlier'), values: before.map(({ count }) => count) },
        ]}
        describe={(at, nameOf = name) =>
          t(`dashboard.told.${what}`, { date: nameOf(series[at]!.date), count: counts[at]! })
        }
        height={height}
      />
    </>
  )
}
