import { Button, FieldError, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components'
import { CheckIcon, ChevronDownIcon } from './icons'

type SelectFieldProps<Id extends string> = {
  label: string
  options: { id: Id; label: string }[]
  value: Id
  onChange: (value: Id) => void
  error?: string
  description?: string
  isRequired?: boolean
  isDisabled?: boolean
}

export function SelectField<Id extends string>({ label, options, value, onChange, error, description, ...props }: SelectFieldProps<Id>) {
  const choose = (key: unknown) => {
    const option = options.find((one) => one.id === key)
    if (option) onChange(option.id)
  }
  return (
    <Select {...props} value={value} onChange={choose} isInvalid={error !== undefined} validationBehavior="aria" className="kit-field">
      <Label className="kit-label" data-required={props.isRequired || undefined}>{label}</Label>
      <Button className="kit-input kit-select">
        <SelectValue />
        <ChevronDownIcon />
      </Button>
      {description !== undefined && <Text slot="description" className="kit-description">{description}</Text>}
      <FieldError className="kit-error">{error}</FieldError>
      <Popover className="kit-popover">
        <ListBox className="kit-list" items={options}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className="kit-option">
              <span className="kit-option-label">{option.label}</span>
              <CheckIcon />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
