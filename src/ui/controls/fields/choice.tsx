import { Label, Radio, RadioGroup, Text } from 'react-aria-components'

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
    <RadioGroup className="kit-choices" value={value ?? null} onChange={choose}>
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
