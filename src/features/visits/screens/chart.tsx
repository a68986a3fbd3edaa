import { type PointerEvent, useState, useLayoutEffect, useRef } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { VisitMoment } from '../contract'
import { useMoments } from './use-moments'

type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number }
type Shape = {
  /** The top of the scale, and the lines below it. */
  ticks: { value: number; y: number }[]
  points: { x: number; views: number; visitors: number }[]
}

/** The chart's coordinates, in pixels from the upper left corner. */
export function shapeOf(series: readonly VisitMoment[], frame: Frame): Shape {
  const step = stepFor(Math.max(...series.map(({ views }) => views), 1))
  const steps = Math.ceil(Math.max(...series.map(({ views }) => views), 1) / step)
  const room = { x: frame.width - frame.left - frame.right, y: frame.height - frame.top - frame.bottom }
  const yOf = (value: number) => frame.top + room.y * (1 - value / (step * steps))
  const xOf = (at: number) =>
    series.length === 1 ? frame.left + room.x / 2 : frame.left + (room.x * at) / (series.length - 1)
  return {
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({ value: step * at, y: yOf(step * at) })),
    points: series.map(({ views, visitors }, at) => ({ x: xOf(at), views: yOf(views), visitors: yOf(visitors) })),
  }
}

/** A round step, at most four of which reach the maximum. */
function stepFor(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)))
  return [1, 2, 2.5, 5, 10].map((part) => part * size).find((step) => step * 4 >= most && step % 1 === 0) ?? size * 10
}

const lineOf = (points: Shape['points'], value: 'views' | 'visitors'): string =>
  points.map((point, at) => `${at === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point[value].toFixed(1)}`).join('')

/** The area between the line of views and the bottom. */
export function areaOf(points: Shape['points'], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${lineOf(points, 'views')}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`
}

/** The indexes whose labels fit, evenly spaced back from the last one. */
export function namedAmong(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % every === 0)
}

/** The point nearest to an x coordinate. */
export function nearest(points: Shape['points'], x: number): number {
  let found = 0
  points.forEach((point, at) => {
    if (Math.abs(point.x - x) < Math.abs(points[found]!.x - x)) found = at
  })
  return found
}

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
