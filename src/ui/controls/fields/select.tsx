import { useId } from 'react'

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
  /** The validation message; the field is marked invalid while it is set. */
  error?: string
}

/** A native select, which every device shows in its own best way. */
export function Select({ label, value, onChange, options, error }: SelectProps) {
  const id = useId()
  return (
    <div className="kit-field">
      <label className="kit-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="kit-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="kit-error">
          {error}
        </p>
      )}
    </div>
  )
}
