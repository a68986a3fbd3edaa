import { type ReactNode, useId, useRef } from 'react'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { ChevronDownIcon, ChevronUpIcon, PlusIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'

type ListRowsProps = {
  label: string
  hint?: string
  /** The number of rows, and of those that exist in English: visitors see only these. */
  rows: number
  shown: number
  error?: string
  /** Absent if no more rows can be added. */
  onInsert?: (index: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  renderRow: (index: number) => ReactNode
  /** The title of a row besides its position. */
  titleOf?: (index: number) => string
}

/** A list whose rows are added, removed and sorted in all languages together. */
export function ListRows(props: ListRowsProps) {
  const { label, hint, rows, shown, error, onInsert, renderRow } = props
  const t = useText()
  const { anyOther } = useLanguageNames()
  const frame = useRef<HTMLFieldSetElement>(null)
  const hintId = useId()
  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const list = frame.current
      const row = list?.querySelectorAll<HTMLElement>(':scope > .content-entry')[Math.max(0, index)]
      // Without rows, the button that adds one.
      ;(row ?? list?.querySelector('button'))?.focus()
    })
  return (
    <fieldset className="content-list" ref={frame} aria-describedby={hint === undefined ? undefined : hintId}>
      <legend className="kit-label">{label}</legend>
      {hint !== undefined && (
        <p className="edit-note" id={hintId}>
          {hint}
        </p>
      )}
      {Array.from({ length: rows }, (_, index) => (
        // Rows have no id, only a position.
        <fieldset
          key={index}
          className="content-entry"
          tabIndex={-1}
          aria-label={t('page.entryOf', { field: label, place: index + 1 })}
        >
          <RowHead {...props} index={index} onFocus={focusRow} />
          {index >= shown && <p className="edit-note">{t('page.onlyTranslated', { language: anyOther })}</p>}
          {renderRow(index)}
        </fieldset>
      ))}
      <div className="edit-row">
        {onInsert && (
          <Button
            onPress={() => {
              onInsert(shown)
              focusRow(shown)
            }}
          >
            <PlusIcon />
            {t('page.addEntry')}
          </Button>
        )}
        {error !== undefined && <p className="kit-error">{error}</p>}
      </div>
    </fieldset>
  )
}

type RowHeadProps = ListRowsProps & { index: number; onFocus: (index: number) => void }

function RowHead({ index, shown, onMove, onRemove, titleOf, onFocus }: RowHeadProps) {
  const t = useText()
  const place = index + 1
  const move = (to: number) => {
    onMove(index, to)
    onFocus(to)
  }
  return (
    <div className="content-entry-head">
      <span aria-hidden={titleOf === undefined || undefined}>
        {place} {titleOf?.(index)}
      </span>
      <IconButton
        label={t('page.moveUp', { place })}
        icon={<ChevronUpIcon />}
        isDisabled={index === 0 || index >= shown}
        onPress={() => move(index - 1)}
      />
      <IconButton
        label={t('page.moveDown', { place })}
        icon={<ChevronDownIcon />}
        isDisabled={index >= shown - 1}
        onPress={() => move(index + 1)}
      />
      <IconButton
        label={t('page.remove', { place })}
        icon={<TrashIcon />}
        onPress={() => {
          onRemove(index)
          onFocus(index - 1)
        }}
      />
    </div>
  )
}
