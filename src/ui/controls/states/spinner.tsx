export function Spinner({ label }: { label: string }) {
  return (
    <output className="kit-spinner">
      <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
        <circle cx="24" cy="24" r="19" className="kit-spinner-track" />
        <circle cx="24" cy="24" r="19" className="kit-spinner-arc" pathLength="100" />
      </svg>
      <span className="kit-hidden">{label}</span>
    </output>
  )
}
