import type { PointerEvent, ReactNode } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'

type SegmentsProps<Id extends string> = {
  label: string
  options: { id: Id; label: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
}

/** A switch between a few views. The Tab key enters it at the selected one, and the arrow keys reach the others. */
export function Segments<Id extends string>({ label, options, selected, onSelect }: SegmentsProps<Id>) {
  const select = (keys: Set<unknown>) => {
    const option = options.find(({ id }) => keys.has(id))
    if (option) onSelect(option.id)
  }
  return (
    <ToggleButtonGroup
      className="edit-segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={select}
      onPointerDownCapture={giveUpFormerFocus}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.id}
          id={option.id}
          className="edit-segment"
          excludeFromTabOrder={option.id !== selected}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/**
 * React Aria's toolbar returns the first focus from outside to the option that was left. Focusing before the press
 * spends that return, so that the press keeps the focus on its own option.
 */
function giveUpFormerFocus({ currentTarget, target }: PointerEvent<HTMLElement>) {
  if (!currentTarget.contains(document.activeElement))
    (target as Element).closest('button')?.focus({ preventScroll: true })
}
