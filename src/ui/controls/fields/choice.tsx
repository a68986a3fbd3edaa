import {
  Label,
  Radio,
  RadioGroup,
  Text,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
} from 'react-aria-components'
import { type ReactNode, useId } from 'react'

type ChoiceProps<Value extends string> = {
  label: string
  description?: string
  /** Undefined while nothing is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
  options: { value: Value; label: string; note?: string }[]
}

/** Radio buttons with a description each. */
export function Choice<Value extends string>({ label, description, value, onChange, options }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <RadioGroup className="kit-lines" value={value ?? null} onChange={choose}>
      <Label className="kit-label">{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className="kit-choice">
          <span className="kit-dot" />
          <span>
            <strong>{option.label}</strong>{' '}
            {option.note !== undefined && <span className="kit-note">{option.note}</span>}
          </span>
        </Radio>
      ))}
      {description !== undefined && (
        <Text slot="description" className="kit-description">
          {description}
        </Text>
      )}
    </RadioGroup>
  )
}

type SwitchProps = Omit<AriaSwitchProps, 'className' | 'children'> & { children: ReactNode }

export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="kit-toggle">
      <span className="kit-track">
        <span className="kit-thumb" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  )
}

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
