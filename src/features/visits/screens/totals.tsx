import type { ReactNode } from 'react'
import type { Numbers } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'

type TotalsProps = { numbers: Pick<Numbers, 'total' | 'previous'>; children?: ReactNode }

/** Views and visitors of a range, and the difference to the range before. */
export function Totals({ numbers: { total, previous }, children }: TotalsProps) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  return (
    <dl className="admin-tally">
      {(['views', 'visitors'] as const).map((what) => (
        <div key={what}>
          <dt>{t(`numbers.${what}`)}</dt>
          <dd>
            {number.format(total[what])} <Change now={total[what]} before={previous[what]} />
          </dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

function Change({ now, before }: { now: number; before: number }) {
  const t = useText()
  const language = usePageLanguage()
  if (before === 0) return null
  const change = (now - before) / before
  const percent = new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' }).format(change)
  return (
    <span className="numbers-change" data-way={now > before ? 'up' : now < before ? 'down' : undefined}>
      {percent}
      <span className="kit-hidden">
        {' '}
        {t('numbers.before', { count: new Intl.NumberFormat(language).format(before) })}
      </span>
    </span>
  )
}
