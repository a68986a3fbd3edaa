import type { ReactNode } from 'react'
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { folded } from '#text/fold'
import { ChevronDownIcon } from '#ui/controls/buttons/icons'
import { FieldFoot, FieldHead } from './text-field'

/** Typed text matches the title too; `note` describes the option. */
export type ComboOption = { value: string; title?: string; note?: string }

type ComboFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** The suggestions; any other text can be typed too. */
  options: readonly (string | ComboOption)[]
  /** The accessible name of the button that shows all options. */
  optionsLabel: string
  /** Shown instead of options while they are loading. */
  searching?: string
  onFocusChange?: (isFocused: boolean) => void
  error?: string
  description?: ReactNode
  isRequired?: boolean
  maxLength?: number
  lang?: string
}

/** A text field with suggestions, filtered while typing. */
export function ComboField({ label, value, onChange, options, error, description, ...props }: ComboFieldProps) {
  const { isRequired, maxLength, lang, optionsLabel, searching, onFocusChange } = props
  const items = options.map((option) => ({ ...(typeof option === 'string' ? { value: option } : option) }))
  const titles = new Map(items.map((option) => [option.value, option.title ?? '']))
  return (
    <ComboBox
      className="kit-field"
      allowsCustomValue
      menuTrigger="input"
      allowsEmptyCollection={searching !== undefined}
      defaultFilter={(option, typed) => holds(`${titles.get(option)} ${option}`, typed)}
      onFocusChange={onFocusChange}
      inputValue={value}
      onInputChange={onChange}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
    >
      <FieldHead {...{ label, isRequired, maxLength, value }} />
      <Group className="kit-combo">
        <Input className="kit-input" lang={lang} />
        {options.length > 0 && (
          <Button className="kit-combo-button" aria-label={optionsLabel}>
            <ChevronDownIcon />
          </Button>
        )}
      </Group>
      <FieldFoot description={description} error={error} />
      <Popover className="kit-popover kit-combo-popover">
        <ListBox
          className="kit-combo-list"
          items={items.map((option) => ({ ...option, id: option.value }))}
          renderEmptyState={() => <p className="kit-combo-empty">{searching}</p>}
        >
          {({ id, title, note }) => (
            <ListBoxItem id={id} textValue={id} className="kit-combo-option">
              {title === undefined ? (
                id
              ) : (
                <>
                  <Text slot="label">{title}</Text>
                  <Text slot="description">
                    {note}, {id}
                  </Text>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function holds(text: string, typed: string): boolean {
  const all = folded(text)
  return folded(typed)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
