import type { ReactNode } from 'react'
import type { VisitStatistics } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'

type TotalsProps = { visits: Pick<VisitStatistics, 'total' | 'previous'>; children?: ReactNode }

/** Views and visitors of a range, and the difference to the range before. */
export function Totals({ visits: { total, previous }, children }: TotalsProps) {
  const t = useText()
  return (
    <dl className="admin-tally">
      {(['views', 'visitors'] as const).map((what) => (
        <Tally key={what} label={t(`visits.${what}`)} now={total[what]} before={previous[what]} />
      ))}
      {children}
    </dl>
  )
}

/** A sum, and the difference to the one before. */
export function Tally({ label, now, before }: { label: string; now: number; before: number }) {
  const number = new Intl.NumberFormat(usePageLanguage())
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {number.format(now)} <Change now={now} before={before} />
      </dd>
    </div>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const t = useText()
  const language = usePageLanguage()
  if (before === 0) return null
  const change = (now - before) / before
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' }).format(change)
  return (
    <span className="visits-change" data-way={now > before ? 'up' : now < before ? 'down' : undefined}>
      {percent}
      <span className="kit-hidden">
        {' '}
        {t('visits.before', { count: new Intl.NumberFormat(language).format(before) })}
      </span>
    </span>
  )
}
