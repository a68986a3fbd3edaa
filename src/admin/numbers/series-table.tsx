import { useAtomValue } from 'jotai'
import type { VisitMoment } from '#features/numbers/contract'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { useMoments } from './use-moments'

/** What the lines show, in figures; the newest first. */
export function SeriesTable({ series }: { series: readonly VisitMoment[] }) {
  const t = useText()
  const { name } = useMoments()
  const number = new Intl.NumberFormat(useAtomValue(languageAtom))
  return (
    <details className="numbers-behind">
      <summary>{t('numbers.asTable')}</summary>
      <table className="numbers-table">
        <thead>
          <tr>
            <th scope="col">{t('numbers.date')}</th>
            <th scope="col">{t('numbers.views')}</th>
            <th scope="col">{t('numbers.visitors')}</th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map(({ date, views, visitors }) => (
            <tr key={date}>
              <th scope="row">{name(date)}</th>
              <td>{number.format(views)}</td>
              <td>{number.format(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
