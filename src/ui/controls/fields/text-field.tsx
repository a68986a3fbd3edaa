import { type ReactNode, type RefCallback, type RefObject, useEffect } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  Button,
  SearchField,
} from 'react-aria-components'
import { ignoreComposingKeys } from '#ui/controls/event-guards'
import { CloseIcon, SearchIcon } from '#ui/controls/buttons/icons'

type TextFieldProps = Omit<
  AriaTextFieldProps,
  'className' | 'children' | 'maxLength' | 'isInvalid' | 'value' | 'onChange'
> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** The validation message; the field is marked invalid while it is set. */
  error?: string
  description?: ReactNode
  /** More than one makes it a text area. */
  rows?: number
  /** A single-line value that wraps to several lines: neither Enter nor pasted text adds a line break. */
  wraps?: boolean
  /** Shows a counter near the limit. Longer text is not truncated: validation reports it. */
  maxLength?: number
  placeholder?: string
  /** `none` for names and codes typed on a phone. */
  autoCapitalize?: 'none'
  /** Hides the label visually where the surroundings already show it. */
  isLabelHidden?: boolean
  /** Monospaced, for code. */
  isCode?: boolean
  /** The input or text area, to focus it. */
  ref?: RefCallback<HTMLElement> | RefObject<HTMLElement | null>
}

export function TextField({
  label,
  error,
  description,
  rows = 1,
  wraps = false,
  maxLength,
  placeholder,
  autoCapitalize,
  isLabelHidden,
  isCode,
  ref,
  ...props
}: TextFieldProps) {
  useEffect(ignoreComposingKeys, [])
  const attach = (element: HTMLElement | null) => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <AriaTextField
      validationBehavior="aria"
      {...props}
      onChange={wraps ? (text) => props.onChange(inOneLine(text)) : props.onChange}
      isInvalid={error !== undefined}
      className="kit-field"
    >
      <FieldHead {...{ label, maxLength, isLabelHidden }} value={props.value} isRequired={props.isRequired} />
      {rows > 1 || wraps ? (
        <TextArea
          className="kit-input"
          rows={rows}
          data-wraps={wraps || undefined}
          onKeyDown={(event) => {
            if (wraps && event.key === 'Enter') event.preventDefault()
          }}
          placeholder={placeholder}
          dir="auto"
          data-code={isCode || undefined}
          ref={attach}
        />
      ) : (
        <Input
          className="kit-input"
          placeholder={placeholder}
          dir="auto"
          autoCapitalize={autoCapitalize}
          data-code={isCode || undefined}
          ref={attach}
        />
      )}
      <FieldFoot description={description} error={error} />
    </AriaTextField>
  )
}

type FieldHeadProps = Pick<TextFieldProps, 'label' | 'isRequired' | 'maxLength' | 'isLabelHidden'> & { value?: string }

/** The label of a field, and a counter near its limit. */
export function FieldHead({ label, isRequired, maxLength, isLabelHidden = false, value = '' }: FieldHeadProps) {
  return (
    <span className="kit-field-head">
      <Label className={isLabelHidden ? 'kit-hidden' : 'kit-label'} data-required={isRequired || undefined}>
        {label}
      </Label>
      {maxLength !== undefined && value.length > maxLength * 0.8 && (
        <span className="kit-counter" data-over={value.length > maxLength || undefined}>
          {value.length}/{maxLength}
        </span>
      )}
    </span>
  )
}

/** The description of a field, and its validation message. */
export function FieldFoot({ description, error }: Pick<TextFieldProps, 'description' | 'error'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="kit-description">
          {description}
        </Text>
      )}
      <FieldError className="kit-error">{error}</FieldError>
    </>
  )
}

const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

type SearchBoxProps = {
  label: string
  value: string
  onChange: (value: string) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** A search input with a clear button; Escape clears it too. */
export function SearchBox({ label, value, onChange, ref }: SearchBoxProps) {
  useEffect(ignoreComposingKeys, [])
  return (
    <SearchField className="kit-search" value={value} onChange={onChange}>
      <Label className="kit-hidden">{label}</Label>
      <SearchIcon />
      <Input className="kit-input" placeholder={label} dir="auto" ref={ref} />
      <Button className="kit-search-clear">
        <CloseIcon />
      </Button>
    </SearchField>
  )
}
