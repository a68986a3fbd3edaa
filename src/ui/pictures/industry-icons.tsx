/**
 * Education, manufacturing and real estate, repeated for higher indexes. Decorative, sized by its `industry-icon`
 * class.
 */
export function IndustryIcon({ index }: { index: number }) {
  const icon = icons[index % icons.length]
  return (
    <svg className="industry-icon" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <path className="drawing-fine" pathLength="1" d={icon?.fine} />
      <path className="drawing-line" pathLength="1" d={icon?.line} />
      <path className="drawing-signal" pathLength="1" d={icon?.signal} />
    </svg>
  )
}

const icons = [
  {
    fine: 'M3 43.5h42M9 36h6M9 31h6M33 36h6M33 31h6',
    line: 'M5 43.5V26.5h13M30 26.5h13v17M18 43.5V17.5L24 12l6 5.5v26M22 43.5V36h4v7.5M24 12V4',
    signal: 'M24 4h8l-2.5 2.75L32 9.5h-8M24 21a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7',
  },
  {
    fine: 'M3 43.5h42M10 36h5M21.5 36h5M33 36h5',
    line: 'M5 43.5V23l11 7v-7l11 7v-7l11 7V5h5v38.5',
    signal: 'M38 11h5M8 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 9.5v2.5M12 20v2.5M5.5 16H8M16 16h2.5',
  },
  {
    fine: 'M3 43.5h42M16 12h5M16 19h5M16 26h5M16 33h5M33 26h4M33 33h4',
    line: 'M11 43.5v-38h15v38M26 19h15.5v24.5',
    signal: 'M5 5.5v38M2.8 7.7l4.4-4.4M2.8 45.7l4.4-4.4',
  },
]
