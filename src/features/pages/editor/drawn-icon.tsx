import { type DrawnIconName, drawnIcons } from '#ui/pictures/drawn-icons'

/** Decorative: its name is beside it, or its label. */
export function DrawnIcon({ name }: { name: DrawnIconName }) {
  const [fine, line, signal] = drawnIcons[name]
  return (
    <svg className="drawn-icon" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <path className="drawn-fine" d={fine} />
      <path d={line} />
      <path className="drawn-signal" d={signal} />
    </svg>
  )
}
