import { drawnIconNames, drawnIcons, isDrawnIcon } from '#ui/pictures/drawn-icons'
import { HeroLines } from './hero-lines'

export type LinesProps = {
  /** Of the plate: those that are drawn, by default all. */
  industries?: unknown
  /** Of a feature: its icon, by default that of the way of working at its place. */
  icon?: string
  index?: number
}

const classes = ['drawing-fine', 'drawing-line', 'drawing-signal']

/** A feature's icon, or without an `index` the plate. */
export function Lines({ icon, index, industries }: LinesProps) {
  if (index === undefined) return <HeroLines industries={industries} />
  const name = isDrawnIcon(icon) ? icon : drawnIconNames[index % 3]!
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      {drawnIcons[name].map((d, stroke) => (
        <path key={stroke} className={classes[stroke]} pathLength="1" d={d} />
      ))}
    </svg>
  )
}
