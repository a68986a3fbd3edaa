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
