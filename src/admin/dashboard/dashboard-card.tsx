import { type ReactNode, useId } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { useText } from '#i18n/i18n'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { Link } from '#ui/link'

type DashboardCardProps = {
  /** Its place in the grid. */
  name: string
  title: string
  /** Where all of it is. */
  all?: { href: string; label: string }
  loading?: ReactNode
  children: ReactNode
}

/** A card of the dashboard, which loads and fails on its own. */
export function DashboardCard({ name, title, all, loading = <LoadingRows />, children }: DashboardCardProps) {
  const id = useId()
  return (
    <section className="admin-panel dash-card" data-card={name} aria-labelledby={id}>
      <header className="dash-head">
        <h2 id={id}>{title}</h2>
        {all && <Link href={all.href}>{all.label}</Link>}
      </header>
      <UserRegion loading={loading} failed={loadFailed('dashboard.cardFailed')}>
        {children}
      </UserRegion>
    </section>
  )
}

/** The placeholder of rows with one line and a note. */
export function LoadingRows({ count = 3 }: { count?: number }) {
  return (
    <Loading>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className="dash-loading-row">
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </Loading>
  )
}

/** The placeholder of figures above a chart. */
export function LoadingChart() {
  return (
    <Loading>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </Loading>
  )
}

function Loading({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className="dash-loading" aria-busy="true">
      <span className="kit-hidden">{t('dashboard.loadingCard')}</span>
      {children}
    </div>
  )
}
