import { drawnIconNames, drawnIcons, isDrawnIcon } from '#ui/pictures/drawn-icons'
import { HeroLines } from './hero-lines'

export type LinesProps = {
  /** Of the plate: those that are drawn, by default all. */
  industries?: unknown
  /** Of a feature: its icon, by default that of the industry at its place. */
  icon?: string
  index?: number
}

const classes = ['drawing-fine', 'drawing-line', 'drawing-signal']

/** The lines of a feature's icon, or without an `index` those of the plate. */
export function Lines({ icon, index, industries }: LinesProps) {
  if (index === undefined) return <HeroLines industries={industries} />
  const name = isDrawnIcon(icon) ? icon : drawnIconNames[index % 3]!
  return drawnIcons[name].map((d, stroke) => <path key={stroke} className={classes[stroke]} pathLength="1" d={d} />)
}
