import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Segments } from '#editing/segments'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { FilterIcon } from '#ui/controls/buttons/icons'
import { Sheet } from '#ui/controls/dialogs/sheet'
import { SearchBox } from '#ui/controls/fields/search-box'
import { useIsNarrow } from '#ui/controls/use-media'

export type ListSelect = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

type ListAction = { id: string; label: string; icon?: ReactNode; isPressed?: boolean; onAction: () => void }

type ListToolsProps = {
  search?: { label: string; value: string; onChange: (words: string) => void; ref?: RefObject<HTMLInputElement | null> }
  segments?: {
    label: string
    value: string
    options: readonly { value: string; label: ReactNode }[]
    onChange: (value: string) => void
  }
  selects?: readonly ListSelect[]
  /** The order, chosen by headings on larger screens. */
  sort?: ListSelect
  /** Less frequent actions on the whole list. */
  actions?: readonly ListAction[]
  /** A control between the filters and the actions. */
  children?: ReactNode
}

/**
 * The one row of controls above a list. On phones the selects, the order and the actions are in a sheet, which its
 * button opens.
 */
export function ListTools({ search, segments, selects = [], sort, actions = [], children }: ListToolsProps) {
  const isNarrow = useIsNarrow()
  const inSheet = [...selects, ...(sort ? [sort] : [])]
  return (
    <div className="list-tools">
      {search && <SearchBox {...search} />}
      {isNarrow && (inSheet.length > 0 || actions.length > 0) && (
        <FilterSheet selects={inSheet} active={selects.filter(isActive).length} actions={actions} />
      )}
      {segments && (
        <div className="list-segments">
          <Segments
            label={segments.label}
            selected={segments.value}
            onSelect={segments.onChange}
            options={segments.options.map(({ value, label }) => ({ id: value, label }))}
          />
        </div>
      )}
      {!isNarrow && selects.map((select) => <SelectInside key={select.label} {...select} />)}
      {children}
      {!isNarrow && actions.length > 0 && (
        <div className="list-actions">
          {actions.map(({ id, label, icon, isPressed, onAction }) => (
            <Button key={id} variant="quiet" aria-pressed={isPressed} onPress={onAction}>
              {icon}
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The first option lists everything. */
const isActive = ({ value, options }: ListSelect) => value !== options[0]?.value

/** A native select with its label inside its frame. */
function SelectInside({ label, value, options, onChange }: ListSelect) {
  const id = useId()
  return (
    <div className="list-select">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

type FilterSheetProps = { selects: readonly ListSelect[]; active: number; actions: readonly ListAction[] }

function FilterSheet({ selects, active, actions }: FilterSheetProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <FilterIcon />
        {active > 0 ? t('list.filtered', { count: active }) : t('list.filter')}
      </Button>
      <Sheet title={t('list.filter')} closeLabel={t('list.done')} isOpen={isOpen} onClose={close}>
        {selects.map((select) => (
          <SelectInside key={select.label} {...select} />
        ))}
        {actions.map(({ id, label, icon, isPressed, onAction }) => (
          <Button
            key={id}
            aria-pressed={isPressed}
            onPress={() => {
              close()
              onAction()
            }}
          >
            {icon}
            {label}
          </Button>
        ))}
      </Sheet>
    </>
  )
}
