import { CheckCircleIcon, ChevronRightIcon } from '#ui/controls/buttons/icons'
import { Skeleton } from '#ui/controls/states/skeleton'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { type DashboardFacts, useWaitingRows, type WaitingRow } from './use-waiting-rows'

/** The open tasks, each with a link to its list. */
export function Waiting({ unread, hasPages }: DashboardFacts) {
  const t = useText()
  const { rows: shown, isPending } = useWaitingRows({ unread, hasPages })
  return (
    <section className="admin-panel" aria-labelledby="waiting" aria-busy={isPending}>
      <h2 id="waiting">{t('dashboard.waiting')}</h2>
      {shown.length > 0 ? (
        <ul className="admin-steps">
          {shown.map((row) => (
            <Row key={row.to} {...row} />
          ))}
        </ul>
      ) : isPending ? (
        <Skeleton />
      ) : (
        <p className="admin-steps-none">
          <CheckCircleIcon />
          {t('dashboard.nothingWaits')}
        </p>
      )}
    </section>
  )
}

function Row({ to, Icon, title, text, isUrgent }: WaitingRow) {
  return (
    <li data-urgent={isUrgent || undefined}>
      <Link href={to}>
        <Icon />
        <span>
          <strong>{title}</strong>
          <span className="kit-note">{text}</span>
        </span>
        <ChevronRightIcon />
      </Link>
    </li>
  )
}
