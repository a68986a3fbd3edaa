import { useSuspenseQuery } from '@tanstack/react-query'
import { visitNumbersQuery } from '#features/numbers/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { Chart } from './chart'
import { NewestPost } from './newest-post'
import { Totals } from './totals'

/** The last 30 days, and how the newest post does, for the dashboard; nothing while nobody has come yet. */
export function VisitsPanel() {
  const t = useText()
  const { data: numbers } = useSuspenseQuery(visitNumbersQuery())
  if (numbers.total.views === 0 && numbers.previous.views === 0) return null
  return (
    <section className="admin-panel numbers-whole" aria-labelledby="numbers-visits">
      <header className="numbers-title">
        <h2 id="numbers-visits">{t('numbers.lastDays')}</h2>
        <Link href={href(adminPaths.numbers)}>{t('numbers.toAll')}</Link>
      </header>
      <Totals numbers={numbers} />
      <Chart series={numbers.series} height={180} />
      <NewestPost />
    </section>
  )
}
