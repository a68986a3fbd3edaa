import { useId } from 'react'

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
}

/** A native select, which every device shows in its own best way. */
export function Select({ label, value, onChange, options }: SelectProps) {
  const id = useId()
  return (
    <div className="kit-field">
      <label className="kit-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="kit-input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
