import { useId } from 'react'

type ProgressProps = {
  label: string
  /** Absent while the progress is unknown. */
  value?: number
  max: number
}

/** A progress bar with its value as text. */
export function Progress({ label, value, max }: ProgressProps) {
  const id = useId()
  return (
    <div className="kit-progress">
      <output id={id}>{label}</output>
      <progress aria-labelledby={id} value={value} max={Math.max(1, max)} />
    </div>
  )
}
