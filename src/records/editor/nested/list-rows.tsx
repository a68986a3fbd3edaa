import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { ChevronDownIcon, ChevronUpIcon, PlusIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'

type ListRowsProps = {
  label: string
  /** How many rows there are, and how many of them are English too: visitors see no others. */
  rows: number
  shown: number
  onInsert: (index: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  renderRow: (index: number) => ReactNode
}

/** A list whose rows, each in every language, are added, removed and put in order. */
export function ListRows({ label, rows, shown, onInsert, onMove, onRemove, renderRow }: ListRowsProps) {
  const t = useText()
  const frame = useRef<HTMLFieldSetElement>(null)
  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const row = frame.current?.querySelectorAll<HTMLElement>('.content-entry')[Math.max(0, index)]
      row?.focus()
    })
  return (
    <fieldset className="content-list" ref={frame}>
      <legend className="kit-label">{label}</legend>
      {Array.from({ length: rows }, (_, index) => (
        // Rows have no identity of their own: their place is all that tells them apart.
        <fieldset
          key={index}
          className="content-entry"
          tabIndex={-1}
          aria-label={t('page.entryOf', { field: label, place: index + 1 })}
        >
          <div className="content-entry-head">
            <span aria-hidden="true">{index + 1}</span>
            <IconButton
              label={t('page.moveUp', { place: index + 1 })}
              icon={<ChevronUpIcon />}
              isDisabled={index === 0 || index >= shown}
              onPress={() => {
                onMove(index, index - 1)
                focusRow(index - 1)
              }}
            />
            <IconButton
              label={t('page.moveDown', { place: index + 1 })}
              icon={<ChevronDownIcon />}
              isDisabled={index >= shown - 1}
              onPress={() => {
                onMove(index, index + 1)
                focusRow(index + 1)
              }}
            />
            <IconButton
              label={t('page.remove', { place: index + 1 })}
              icon={<TrashIcon />}
              onPress={() => {
                onRemove(index)
                focusRow(index - 1)
              }}
            />
          </div>
          {index >= shown && <p className="edit-note">{t('page.onlySpanish')}</p>}
          {renderRow(index)}
        </fieldset>
      ))}
      <div className="edit-row">
        <Button
          onPress={() => {
            onInsert(shown)
            focusRow(shown)
          }}
        >
          <PlusIcon />
          {t('page.addEntry')}
        </Button>
      </div>
    </fieldset>
  )
}
