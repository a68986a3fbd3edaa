import { useText } from '#i18n/i18n'
import type { VisitMoment } from '../contract'
import { type Line, LineChart } from './line-chart'
import { useMoments } from './use-moments'

type ChartProps = {
  series: readonly VisitMoment[]
  /** The range before, whose views are a line too. */
  before?: readonly VisitMoment[]
  height?: number
}

/** Views and visitors by day or month. */
export function Chart({ series, before, height }: ChartProps) {
  const t = useText()
  const { describe } = useMoments()
  const views = series.map((moment) => moment.views)
  const lines: Line[] = [
    { id: 'now', name: t('visits.views'), values: views },
    { id: 'beside', name: t('visits.visitors'), values: series.map(({ visitors }) => visitors) },
    ...(before
      ? [{ id: 'before' as const, name: t('visits.earlier'), values: before.map((moment) => moment.views) }]
      : []),
  ]
  return (
    <LineChart
      label={t('visits.chart')}
      dates={series.map(({ date }) => date)}
      lines={lines}
      describe={(at, nameOf) => describe(series[at]!, nameOf)}
      height={height}
    />
  )
}
