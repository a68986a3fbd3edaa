import { type PointerEvent, useState, useLayoutEffect, useRef } from 'react'
import type { VisitMoment } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { areaOf, type Frame, lineOf, namedAmong, nearest, type Shape, shapeOf } from './chart-shape'
import { useMoments } from './use-moments'

const usualWidth = 640
const nameWidth = 76

type ChartProps = { series: readonly VisitMoment[]; height?: number }

/**
 * Views and visitors as two lines. The arrow keys or the pointer select a day, whose values are shown above; a table
 * below contains all values.
 */
export function Chart({ series, height = 240 }: ChartProps) {
  const t = useText()
  const { ref, width } = useWidth(usualWidth)
  const { shortName, briefName, describe } = useMoments()
  const [at, setAt] = useState<number>()
  const number = new Intl.NumberFormat(usePageLanguage(), { notation: 'compact' })
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
      <Legend text={shown === undefined ? t('numbers.walk') : describe(current, briefName)} />
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
          aria-valuetext={describe(current)}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt((before) => before ?? last)}
          onBlur={() => setAt(undefined)}
          onKeyDown={({ key }) => key === 'Escape' && setAt(undefined)}
        />
        <svg width={width} height={height} aria-hidden="true">
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
          <path className="numbers-area" d={areaOf(shape.points, height - frame.bottom)} />
          <path className="numbers-visitors" d={lineOf(shape.points, 'visitors')} />
          <path className="numbers-views" d={lineOf(shape.points, 'views')} />
          <Marks shape={shape} frame={frame} at={shown ?? (last === 0 ? 0 : undefined)} />
        </svg>
      </div>
      <SeriesTable series={series} />
    </div>
  )
}

function Legend({ text }: { text: string }) {
  const t = useText()
  return (
    <p className="numbers-legend">
      <span className="numbers-key" data-line="views">
        {t('numbers.views')}
      </span>
      <span className="numbers-key" data-line="visitors">
        {t('numbers.visitors')}
      </span>
      <span className="numbers-told">{text}</span>
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

/** The values of the chart as a table, newest first. */
function SeriesTable({ series }: { series: readonly VisitMoment[] }) {
  const t = useText()
  const { name } = useMoments()
  const number = new Intl.NumberFormat(usePageLanguage())
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

/** The rendered width of an element, in pixels. */
function useWidth(before: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [before])
  return { ref, width }
}
