import { type DrawnIconName, drawnIcons } from '#ui/pictures/drawn-icons'

const classes = ['drawing-fine', 'drawing-line', 'drawing-signal']

/** Decorative: its name is beside it, or its label. */
export function DrawnIcon({ name }: { name: DrawnIconName }) {
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      {drawnIcons[name].map((d, stroke) => (
        <path key={classes[stroke]} className={classes[stroke]} d={d} />
      ))}
    </svg>
  )
}
