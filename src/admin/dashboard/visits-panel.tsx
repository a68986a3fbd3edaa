import { useSuspenseQuery, useQueries, useQuery } from '@tanstack/react-query'
import { visitNumbersQuery } from '#features/visits/queries'
import { postKind } from '#features/posts/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { recordsPartQuery } from '#records/screen/load-record'
import { Link } from '#ui/link'
import { Chart } from '#features/visits/screens/chart'
import { addressesOf } from '#features/visits/screens/record-views'
import { Totals } from '#features/visits/screens/totals'

/** For the dashboard: visits of the last 30 days, and views of the newest post; hidden if there are no visits. */
export function VisitsPanel() {
  const t = useText()
  const { data: numbers } = useSuspenseQuery(visitNumbersQuery())
  const number = new Intl.NumberFormat(usePageLanguage())
  if (numbers.total.views === 0 && numbers.previous.views === 0) return null
  return (
    <section className="admin-panel numbers-whole" aria-labelledby="numbers-visits">
      <header className="numbers-title">
        <h2 id="numbers-visits">{t('numbers.lastDays')}</h2>
        <Link href={href(adminPaths.numbers)}>{t('numbers.toAll')}</Link>
      </header>
      <Totals numbers={numbers}>
        <div>
          <dt>{t('numbers.today')}</dt>
          <dd>{number.format(numbers.series.at(-1)?.views ?? 0)}</dd>
        </div>
      </Totals>
      <Chart series={numbers.series} height={180} />
      <NewestPost />
    </section>
  )
}

/** The views of the newest post, in all languages; hidden if there is none. */
function NewestPost() {
  const t = useText()
  const language = usePageLanguage()
  const { data: posts } = useQuery(
    recordsPartQuery(postKind, { status: 'published', sort: '-publishedAt', limit: 1, offset: 0 }),
  )
  const post = posts?.rows[0]
  const addresses = post ? addressesOf(postKind, post) : []
  const found = useQueries({ queries: addresses.map((path) => visitNumbersQuery({ path })) })
  if (!post || found.some(({ data }) => data === undefined)) return null
  const sum = (what: 'views' | 'visitors') => found.reduce((all, { data }) => all + (data?.total[what] ?? 0), 0)
  const views = sum('views')
  return (
    <div className="numbers-newest">
      <h3>{t('numbers.newest')}</h3>
      <p>
        <Link href={`${href(adminPaths.numbers)}?${new URLSearchParams({ path: addresses[0] ?? '' })}`}>
          {translated(post, post.translations, language).title}
        </Link>
        <span className="kit-note">
          {t(views > 0 ? 'numbers.newestText' : 'numbers.newestUnread', {
            views,
            visitors: sum('visitors'),
            date: post.publishedAt === null ? '' : dateTime(post.publishedAt, language),
          })}
        </span>
      </p>
    </div>
  )
}
