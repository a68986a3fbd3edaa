import { useSuspenseQuery } from '@tanstack/react-query'
import { otherKey } from '#features/visits/contract'
import { visitsQuery } from '#features/visits/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Link } from '#ui/link'
import { DashboardCard, LoadingRows } from './dashboard-card'

const mostListed = 5

/** The pages with the most views of the last 30 days. */
export function ReadMostCard() {
  const t = useText()
  return (
    <DashboardCard name="read" title={t('dashboard.readMost')} loading={<LoadingRows count={mostListed} />}>
      <Pages />
    </DashboardCard>
  )
}

function Pages() {
  const t = useText()
  const { data: visits } = useSuspenseQuery({ ...visitsQuery(), staleTime: 60_000 })
  const number = new Intl.NumberFormat(usePageLanguage())
  const pages = visits.pages.filter(({ key }) => key !== otherKey).slice(0, mostListed)
  const most = Math.max(1, ...pages.map(({ views }) => views))
  if (pages.length === 0) return <p className="kit-note">{t('dashboard.nothingRead')}</p>
  return (
    <ol className="dash-rows dash-bars">
      {pages.map(({ key: path, views }) => (
        <li key={path}>
          <svg className="visits-bar" aria-hidden="true">
            <rect width={`${(views / most) * 100}%`} height="100%" />
          </svg>
          <Link href={`${href(adminPaths.visits)}?${new URLSearchParams({ path })}`}>{path}</Link>
          <span className="dash-figure">
            {number.format(views)}
            <span className="kit-hidden"> {t('visits.views')}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
