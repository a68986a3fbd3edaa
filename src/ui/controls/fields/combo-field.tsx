import type { ReactNode } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { ChevronDownIcon } from '#ui/controls/buttons/icons'

type ComboFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** What is offered; anything else can be typed too. */
  options: readonly string[]
  /** Names the button that shows all of them. */
  optionsLabel: string
  error?: string
  description?: ReactNode
  isRequired?: boolean
  maxLength?: number
  lang?: string
}

/** A text with suggestions, which narrow down while it is typed. */
export function ComboField({ label, value, onChange, options, error, description, ...props }: ComboFieldProps) {
  const { isRequired, maxLength, lang, optionsLabel } = props
  return (
    <ComboBox
      className="kit-field"
      allowsCustomValue
      menuTrigger="input"
      inputValue={value}
      onInputChange={onChange}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
    >
      <span className="kit-field-head">
        <Label className="kit-label" data-required={isRequired || undefined}>
          {label}
        </Label>
        {maxLength !== undefined && value.length > maxLength * 0.8 && (
          <span className="kit-counter" data-over={value.length > maxLength || undefined}>
            {value.length}/{maxLength}
          </span>
        )}
      </span>
      <Group className="kit-combo">
        <Input className="kit-input" lang={lang} />
        {options.length > 0 && (
          <Button className="kit-combo-button" aria-label={optionsLabel}>
            <ChevronDownIcon />
          </Button>
        )}
      </Group>
      {description !== undefined && (
        <Text slot="description" className="kit-description">
          {description}
        </Text>
      )}
      <FieldError className="kit-error">{error}</FieldError>
      <Popover className="kit-popover kit-combo-popover">
        <ListBox className="kit-combo-list" items={options.map((option) => ({ id: option }))}>
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className="kit-combo-option">
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
