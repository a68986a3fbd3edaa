import { type PointerEvent, useState, useLayoutEffect, useRef, useMemo } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { VisitMoment } from '../contract'

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

/** Formats days and months in UTC. */
export function useMoments() {
  const t = useText()
  const language = usePageLanguage()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    const [day, month] = [format({ month: 'short', day: 'numeric' }), format({ month: 'short', year: '2-digit' })]
    const [wholeDay, wholeMonth] = [format({ dateStyle: 'full' }), format({ month: 'long', year: 'numeric' })]
    const naming = (ofDay: Intl.DateTimeFormat, ofMonth: Intl.DateTimeFormat) => (date: string) =>
      (date.length === 7 ? ofMonth : ofDay).format(new Date(date))
    const name = naming(wholeDay, wholeMonth)
    const describe = ({ date, ...counts }: VisitMoment, nameOf = name) =>
      t('visits.told', { date: nameOf(date), ...counts })
    return {
      name,
      shortName: naming(day, month),
      /** Short enough for one line of a phone. */
      briefName: naming(format({ weekday: 'short', month: 'short', day: 'numeric' }), wholeMonth),
      describe,
    }
  }, [t, language])
}

/** `now` is the range that is shown, `beside` another value in it, `before` the range before. */
export type Line = { id: 'now' | 'beside' | 'before'; name: string; values: readonly number[] }

const usualWidth = 640
const nameWidth = 76

type LineChartProps = {
  /** The accessible name. */
  label: string
  /** Days or months. */
  dates: readonly string[]
  /** The first is drawn on top, with the area below it. */
  lines: readonly Line[]
  /** What is said of a point; `nameOf` names its date. */
  describe: (at: number, nameOf?: (date: string) => string) => string
  height?: number
}

/**
 * Values over time. The arrow keys or the pointer select a date, whose values are shown above; a table below contains all
 * values.
 */
export function LineChart({ label, dates, lines, describe, height = 240 }: LineChartProps) {
  const t = useText()
  const { ref, width } = useWidth(usualWidth)
  const { shortName, briefName } = useMoments()
  const [at, setAt] = useState<number>()
  const number = new Intl.NumberFormat(usePageLanguage(), { notation: 'compact' })
  const frame: Frame = { width, height, left: 40, right: 12, top: 10, bottom: 26 }
  const shape = shapeOf(lines, frame)
  const last = dates.length - 1
  const shown = at === undefined ? undefined : Math.min(at, last)
  if (last < 0) return null
  const onPointer = ({ clientX, currentTarget }: PointerEvent) =>
    setAt(nearest(shape.points, clientX - currentTarget.getBoundingClientRect().left))
  return (
    <div className="kit-lines">
      <Legend lines={lines} text={shown === undefined ? t('visits.walk') : describe(shown, briefName)} />
      <div
        ref={ref}
        className="visits-plot"
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
          aria-label={label}
          aria-valuetext={describe(shown ?? last)}
          onChange={({ target }) => setAt(Number(target.value))}
          onFocus={() => setAt((before) => before ?? last)}
          onBlur={() => setAt(undefined)}
          onKeyDown={({ key }) => key === 'Escape' && setAt(undefined)}
        />
        <svg width={width} height={height} aria-hidden="true">
          <Grid {...{ shape, frame, number }} />
          {namedAmong(dates.length, Math.floor(width / nameWidth)).map((index) => (
            <text
              key={index}
              className="visits-name"
              x={shape.points[index]!.x}
              y={height - 6}
              textAnchor={index === last && last > 0 ? 'end' : index === 0 && last > 0 ? 'start' : 'middle'}
            >
              {shortName(dates[index]!)}
            </text>
          ))}
          <path className="visits-area" d={areaOf(shape.points, height - frame.bottom)} />
          {lines
            .map(({ id }, index) => (
              <path key={id} className="visits-line" data-line={id} d={lineOf(shape.points, index)} />
            ))
            .toReversed()}
          <Marks lines={lines} shape={shape} frame={frame} at={shown ?? (last === 0 ? 0 : undefined)} />
        </svg>
      </div>
      <SeriesTable dates={dates} lines={lines} />
    </div>
  )
}

function Legend({ lines, text }: { lines: readonly Line[]; text: string }) {
  return (
    <p className="visits-legend">
      {lines.map(({ id, name }) => (
        <span key={id} className="visits-key" data-line={id}>
          {name}
        </span>
      ))}
      <span className="visits-told">{text}</span>
    </p>
  )
}

function Grid({ shape, frame, number }: { shape: Shape; frame: Frame; number: Intl.NumberFormat }) {
  return shape.ticks.map(({ value, y }) => (
    <g key={value}>
      <line className="visits-grid" x1={frame.left} x2={frame.width - frame.right} y1={y} y2={y} />
      <text className="visits-name" x={frame.left - 8} y={y} dy="0.32em" textAnchor="end">
        {number.format(value)}
      </text>
    </g>
  ))
}

type MarksProps = { lines: readonly Line[]; shape: Shape; frame: Frame; at: number | undefined }

function Marks({ lines, shape, frame, at }: MarksProps) {
  const point = at === undefined ? undefined : shape.points[at]
  if (!point) return null
  return (
    <>
      <line className="visits-here" x1={point.x} x2={point.x} y1={frame.top} y2={frame.height - frame.bottom} />
      {lines
        .map(({ id }, index) => (
          <circle key={id} className="visits-dot" data-line={id} cx={point.x} cy={point.y[index]} r={4} />
        ))
        .toReversed()}
    </>
  )
}

/** The values of the chart as a table, newest first. */
function SeriesTable({ dates, lines }: Pick<LineChartProps, 'dates' | 'lines'>) {
  const t = useText()
  const { name } = useMoments()
  const number = new Intl.NumberFormat(usePageLanguage())
  return (
    <details className="visits-behind edit-fold">
      <summary>{t('visits.asTable')}</summary>
      <table className="visits-table">
        <thead>
          <tr>
            <th scope="col">{t('visits.date')}</th>
            {lines.map((line) => (
              <th key={line.id} scope="col">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates
            .map((date, at) => (
              <tr key={date}>
                <th scope="row">{name(date)}</th>
                {lines.map(({ id, values }) => (
                  <td key={id}>{number.format(values[at] ?? 0)}</td>
                ))}
              </tr>
            ))
            .toReversed()}
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

type Frame = { width: number; height: number; left: number; right: number; top: number; bottom: number }
type Shape = {
  /** The top of the scale, and the lines below it. */
  ticks: { value: number; y: number }[]
  /** By date; `y` is that of each line. */
  points: { x: number; y: number[] }[]
}

/** The chart's coordinates, in pixels from the upper left corner. */
export function shapeOf(lines: readonly Pick<Line, 'values'>[], frame: Frame): Shape {
  const most = Math.max(...lines.flatMap(({ values }) => values), 1)
  const step = stepFor(most)
  const steps = Math.ceil(most / step)
  const count = lines[0]?.values.length ?? 0
  const room = { x: frame.width - frame.left - frame.right, y: frame.height - frame.top - frame.bottom }
  const yOf = (value: number) => frame.top + room.y * (1 - value / (step * steps))
  const xOf = (at: number) => (count === 1 ? frame.left + room.x / 2 : frame.left + (room.x * at) / (count - 1))
  return {
    ticks: Array.from({ length: steps + 1 }, (_, at) => ({ value: step * at, y: yOf(step * at) })),
    points: Array.from({ length: count }, (_, at) => ({
      x: xOf(at),
      y: lines.map(({ values }) => yOf(values[at] ?? 0)),
    })),
  }
}

/** A round step, at most four of which reach the maximum. */
function stepFor(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)))
  return [1, 2, 2.5, 5, 10].map((part) => part * size).find((step) => step * 4 >= most && step % 1 === 0) ?? size * 10
}

const lineOf = (points: Shape['points'], line: number): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y[line]!.toFixed(1)}`).join('')

/** The area between the first line and the bottom. */
export function areaOf(points: Shape['points'], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${lineOf(points, 0)}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`
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

type EmptyChartProps = { title: string; text?: string }

const ticks = Array.from({ length: 30 }, (_, day) => `M${day * 22} 90v6`).join('')

/** A drawn chart without values, and what will be there. */
export function EmptyChart({ title, text }: EmptyChartProps) {
  return (
    <div className="visits-none">
      <p>{title}</p>
      {text !== undefined && <p className="kit-note">{text}</p>}
      <svg viewBox="0 0 640 104" preserveAspectRatio="none" aria-hidden="true">
        <path className="visits-axis" d={`M0 96H640${ticks}`} />
        <path className="visits-awaited" d="M0 76L90 70L180 73L270 54L360 60L450 34L540 41L640 12" />
      </svg>
    </div>
  )
}
