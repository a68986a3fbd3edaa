import { type PointerEvent, useState, useLayoutEffect, useRef } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { areaOf, type Frame, type Line, lineOf, namedAmong, nearest, type Shape, shapeOf } from './chart-shape'
import { useMoments } from './use-moments'

export type { Line } from './chart-shape'

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
    <div className="visits-chart">
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
