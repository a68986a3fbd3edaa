import { type RefObject, useEffect } from 'react'
import { Button, Input, Label, SearchField } from 'react-aria-components'
import { ignoreComposingKeys } from '#ui/controls/composition'
import { CloseIcon, SearchIcon } from '#ui/controls/buttons/icons'

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
