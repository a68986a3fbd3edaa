import { useAtomValue } from 'jotai'
import { type PointerEvent, useState } from 'react'
import type { VisitMoment } from '#features/numbers/contract'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { type Frame, lineOf, namedAmong, nearest, type Shape, shapeOf } from './chart-shape'
import { SeriesTable } from './series-table'
import { useMoments } from './use-moments'
import { useWidth } from './use-width'

const usualWidth = 640
const nameWidth = 76

type ChartProps = { series: readonly VisitMoment[]; height?: number }

/**
 * Views and visitors as two lines. The arrow keys, or the pointer, walk from one day to the next, which is told above;
 * a table below holds all of them.
 */
export function Chart({ series, height = 240 }: ChartProps) {
  const t = useText()
  const { ref, width } = useWidth(usualWidth)
  const { shortName, tell } = useMoments()
  const [at, setAt] = useState<number>()
  const number = new Intl.NumberFormat(useAtomValue(languageAtom), { notation: 'compact' })
  const frame: Frame = { width, height, left: 40, right: 12, top: 10, bottom: 26 }
  const shape = shapeOf(series, frame)
  const last = series.length - 1
  const shown = at === undefined ? undefined : Math.min(at, last)
  const current = series[shown ?? last]
  if (!current) return null
  const onPointer = ({ clientX, currentTarget }: PointerEvent) =>
    setAt(nearest(shape.points, clientX - currentTarget.getBoundingClientRect().left))
  return (
    <div className="numbers-chart">
      <Legend told={shown === undefined ? t('numbers.walk') : tell(current)} />
      <div
        ref={ref}
        className="numbers-plot"
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setAt(undefined)}
      >
        <input
          className="kit-hidden"
          type="range"
          min={0}
          max={last}
          value={shown ?? last}
          aria-label={t('numbers.chart')}
          aria-valuetext={tell(current)}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt((before) => before ?? last)}
          onBlur={() => setAt(undefined)}
        />
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <Grid {...{ shape, frame, number }} />
          {namedAmong(series.length, Math.floor(width / nameWidth)).map((index) => (
            <text
              key={index}
              className="numbers-name"
              x={shape.points[index]!.x}
              y={height - 6}
              textAnchor={index === last && last > 0 ? 'end' : index === 0 && last > 0 ? 'start' : 'middle'}
            >
              {shortName(series[index]!.date)}
            </text>
          ))}
          <path className="numbers-visitors" d={lineOf(shape.points, 'visitors')} />
          <path className="numbers-views" d={lineOf(shape.points, 'views')} />
          <Marks shape={shape} frame={frame} at={shown ?? (last === 0 ? 0 : undefined)} />
        </svg>
      </div>
      <SeriesTable series={series} />
    </div>
  )
}

function Legend({ told }: { told: string }) {
  const t = useText()
  return (
    <p className="numbers-legend">
      <span className="numbers-key" data-line="views">
        {t('numbers.views')}
      </span>
      <span className="numbers-key" data-line="visitors">
        {t('numbers.visitors')}
      </span>
      <span className="numbers-told">{told}</span>
    </p>
  )
}

function Grid({ shape, frame, number }: { shape: Shape; frame: Frame; number: Intl.NumberFormat }) {
  return shape.ticks.map(({ value, y }) => (
    <g key={value}>
      <line className="numbers-grid" x1={frame.left} x2={frame.width - frame.right} y1={y} y2={y} />
      <text className="numbers-name" x={frame.left - 8} y={y} dy="0.32em" textAnchor="end">
        {number.format(value)}
      </text>
    </g>
  ))
}

function Marks({ shape, frame, at }: { shape: Shape; frame: Frame; at: number | undefined }) {
  const point = at === undefined ? undefined : shape.points[at]
  if (!point) return null
  return (
    <>
      <line className="numbers-here" x1={point.x} x2={point.x} y1={frame.top} y2={frame.height - frame.bottom} />
      <circle className="numbers-dot" data-line="visitors" cx={point.x} cy={point.visitors} r={4} />
      <circle className="numbers-dot" data-line="views" cx={point.x} cy={point.views} r={4} />
    </>
  )
}
